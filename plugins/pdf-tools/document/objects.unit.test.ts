import assert from 'node:assert/strict';
import { turnOf } from './objects.ts';

describe('turnOf', () => {
  // ISO 32000-1, table 30: Rotate is a multiple of 90, clockwise, and may be negative or beyond a full turn.
  for (const [angle, expected] of [
    [0, 0],
    [90, 90],
    [-90, 270],
    [360, 0],
    [450, 90],
    [-270, 90],
    [-360, 0],
  ] as const)
    it(`takes ${String(angle)} for ${String(expected)}`, () => {
      assert.equal(Math.abs(turnOf(angle)), expected);
    });
});
