import assert from 'node:assert/strict';
import { callerBlock } from './caller-block.ts';

describe('callerBlock', () => {
  const CASES: readonly (readonly [given: string, expected: string])[] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['', ''],
  ];
  for (const [given, expected] of CASES)
    it(`counts “${given}” as “${expected}”`, () => {
      assert.equal(callerBlock(given), expected);
    });

  it('tells neighbouring /64 networks apart', () => {
    assert.notEqual(callerBlock('2001:db8:1:2::1'), callerBlock('2001:db8:1:3::1'));
  });
});
