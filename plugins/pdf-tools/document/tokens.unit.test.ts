import assert from 'node:assert/strict';
import { type InlineImage, type Operand, readContent, UnreadableContent } from './tokens.ts';

/** Operators with their operands in a short form: `Tj (abc)`. */
function read(content: string): string[] {
  const found: string[] = [];
  readContent(Buffer.from(content, 'latin1'), (operator, operands) => {
    found.push([operator, ...operands.map(shorten)].join(' '));
  });
  return found;
}

function shorten({ kind, number, text, bytes, items = [] }: Operand): string {
  switch (kind) {
    case 'number':
      return String(number);
    case 'name':
      return `/${text ?? ''}`;
    case 'string':
      return `(${Buffer.from(bytes ?? []).toString('latin1')})`;
    case 'array':
      return `[${items.map(shorten).join(' ')}]`;
    case 'dict':
      return `<<${items.map(shorten).join(' ')}>>`;
    case 'word':
      return text ?? '';
  }
}

function inlineImage(content: string): InlineImage | undefined {
  let image: InlineImage | undefined;
  readContent(Buffer.from(content, 'latin1'), (_operator, _operands, _start, found) => {
    image ??= found;
  });
  return image;
}

/** Sections of ISO 32000-1. */
const CASES: readonly (readonly [name: string, content: string, expected: readonly string[]])[] = [
  ['operators with the operands in front of them', 'q 1 0 0 1 10.5 -20 cm Q', ['q', 'cm 1 0 0 1 10.5 -20', 'Q']],
  ['numbers as 7.3.3 writes them', '34.5 -3.62 +123.6 4. -.002 0.0 +17 -98 0 x', ['x 34.5 -3.62 123.6 4 -0.002 0 17 -98 0']],
  ['names with escapes, 7.3.5', '/Adobe#20Green /A#42 /;Name /1.2 x', ['x /Adobe Green /AB /;Name /1.2']],
  ['the empty name', '/ x', ['x /']],
  ['strings with balanced parentheses, 7.3.4.2', '(a (b) c) Tj', ['Tj (a (b) c)']],
  ['escapes in strings', String.raw`(\n\r\t\b\f\(\)\\) Tj`, ['Tj (\n\r\t\b\f()\\)']],
  ['octal codes of one to three digits', String.raw`(\0053\53\053\53x) Tj`, ['Tj (\u00053+++x)']],
  ['octal codes without their overflow', String.raw`(\777) Tj`, ['Tj (\u00ff)']],
  ['unknown escapes without their backslash', String.raw`(\q\%) Tj`, ['Tj (q%)']],
  ['continued lines', '(a\\\nb\\\r\nc\\\rd) Tj', ['Tj (abcd)']],
  ['any end of line in a string as one line feed', '(a\nb\r\nc\rd) Tj', ['Tj (a\nb\nc\nd)']],
  ['hexadecimal strings, 7.3.4.3', '<4E6F76 20\n73> Tj <> Tj', ['Tj (Nov s)', 'Tj ()']],
  ['white space of 7.2.2 in hexadecimal strings', '<4E\0 6F\t76\f> Tj', ['Tj (Nov)']],
  ['arrays and dictionaries', '[(a) -12 [/b]] TJ /P <</MCID 0 /X [1]>> BDC', ['TJ [(a) -12 [/b]]', 'BDC /P <</MCID 0 /X [1]>>']],
  ['keywords as operands', 'true false null x', ['x true false null']],
  ['comments up to the end of their line, 7.2.3', 'q % Q ( [\nQ%\rq', ['q', 'Q', 'q']],
  ['tokens that only delimiters separate', '[1/a(b)]TJ/c d', ['TJ [1 /a (b)]', 'd /c']],
  ['operators with \' " and *', 'f* (a) \' 1 2 (b) " T*', ['f*', "' (a)", '" 1 2 (b)', 'T*']],
  ['NUL and form feed as white space', '1\0\f2 m', ['m 1 2']],
  ['nothing', ' \n% x', []],
];

const BROKEN: readonly (readonly [name: string, content: string])[] = [
  ['operands without an operator', '1 2'],
  ['a string without end', '(a (b) c'],
  ['a hexadecimal string without end', '<41'],
  ['another letter in a hexadecimal string', '<4G> Tj'],
  ['an array without end', '[1 2'],
  ['a dictionary without end', '<</a 1 > BDC'],
  ['a stray closing bracket', '] Tj'],
  ['two points in a number', '1.2.3 w'],
  ['two signs in a number', '--1 w'],
  ['an exponent', '1e3 w'],
  ['arrays nested without end', '['.repeat(100)],
  ['an inline image without end', 'BI /W 1 ID abc'],
];

describe('content streams', () => {
  for (const [name, content, expected] of CASES)
    it(`have ${name}`, () => {
      assert.deepEqual(read(content), expected);
    });

  for (const [name, content] of BROKEN)
    it(`cannot be read with ${name}`, () => {
      assert.throws(() => read(content), UnreadableContent);
    });

  it('tell where each operand stands', () => {
    readContent(Buffer.from('q  (ab) Tj'), (operator, [operand]) => {
      if (operator === 'Tj') assert.deepEqual([operand?.start, operand?.end], [3, 7]);
    });
  });

  it('complete hexadecimal strings whose last digit is left out, 7.3.4.3', () => {
    readContent(Buffer.from('<414> Tj'), (_, [operand]) => {
      assert.deepEqual([Buffer.from(operand?.bytes ?? []).toString(), operand?.isOdd], ['A@', true]);
    });
  });

  it('count the bytes of inline images that no filter packed', () => {
    const image = inlineImage('BI /W 2 /H 4 /CS /G /BPC 8 ID ab EI cd EI Q');
    assert.equal(Buffer.from(image?.data ?? []).toString('latin1'), 'ab EI cd ');
  });

  it('have inline images with their entries and data, 8.9.7', () => {
    const image = inlineImage('BI /W 2 /CS /G ID \u0001EI\u0002 EI Q');
    assert.deepEqual([image?.entries.get('W')?.number, image?.entries.get('CS')?.text], [2, 'G']);
    assert.equal(Buffer.from(image?.data ?? []).toString('latin1'), '\u0001EI\u0002 ');
  });

  it('go on behind an inline image', () => {
    assert.deepEqual(read('BI /W 1 ID x EI q'), ['BI', 'q']);
  });
});
