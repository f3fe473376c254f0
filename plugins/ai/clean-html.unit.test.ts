import assert from 'node:assert/strict';
import { documentIn } from './clean-html.ts';

const HTML = '<!DOCTYPE html><html><body><p>x</p></body></html>';
const CASES: readonly (readonly [name: string, answer: string, expected: string | undefined])[] = [
  ['a document alone', HTML, HTML],
  ['a document in a fence', `\`\`\`html\n${HTML}\n\`\`\``, HTML],
  ['a fence without a language', `\`\`\`\n${HTML}\n\`\`\``, HTML],
  ['a fence of Handlebars', `\`\`\`handlebars\n${HTML}\n\`\`\``, HTML],
  ['words around a fence', `Here it is:\n\`\`\`html\n${HTML}\n\`\`\`\nEnjoy.`, HTML],
  ['words around a document', `Sure! ${HTML} I hope it helps.`, HTML],
  ['a fence that does not end, as an answer may be cut', `\`\`\`html\n${HTML}`, HTML],
  ['a fragment', '<div>{{name}}</div>', '<div>{{name}}</div>'],
  ['a comparison before a document', `If a < b then: ${HTML}`, HTML],
  ['words only', 'I cannot help with that.', undefined],
  ['nothing', '', undefined],
  ['a tag that does not end', '<div', undefined],
  ['an empty fence', '```html\n\n```', undefined],
];

describe('the document in an answer', () => {
  for (const [name, answer, expected] of CASES)
    it(`${expected === undefined ? 'is missing' : 'is found'} in ${name}`, () => {
      assert.equal(documentIn(answer), expected);
    });
});
