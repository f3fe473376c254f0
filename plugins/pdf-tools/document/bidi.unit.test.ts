import assert from 'node:assert/strict';
import { reversed, visualRuns } from './bidi.ts';

/** By the rules of UAX 9; what stands in quotes is in the order it is read. */
const CASES: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ['a text from left to right in one run', 'abc 123', ['abc 123']],
  ['nothing', '', ['']],
  ['a text from right to left in one run', 'אבג דה', ['אבג דה']],
  ['Hebrew within English', 'abc אבג def', ['abc ', 'אבג', ' def']],
  ['English within Hebrew, the end on the left', 'אבג abc', ['abc', 'אבג ']],
  ['numbers from left to right within Hebrew', 'אבג 123', ['123', 'אבג ']],
  ['parentheses mirrored from right to left', 'אבג (דה)', ['אבג )דה(']],
  ['Arabic as Hebrew', 'abc سلام', ['abc ', 'سلام']],
];

describe('visualRuns', () => {
  for (const [name, text, expected] of CASES)
    it(`gives ${name}`, () => {
      assert.deepEqual(
        visualRuns(text).map((run) => run.text),
        expected,
      );
    });

  it('tells the direction of each', () => {
    assert.deepEqual(
      visualRuns('abc אבג 123').map(({ isRightToLeft }) => isRightToLeft),
      [false, false, true],
    );
  });
});

describe('reversed', () => {
  it('leaves marks behind their letters', () => {
    assert.equal(reversed('שָׁלוֹם'), 'םוֹלשָׁ');
  });
});
