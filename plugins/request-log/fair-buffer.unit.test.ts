import assert from 'node:assert/strict';
import { FairBuffer } from './fair-buffer.ts';

describe('a fair buffer', () => {
  it('gives back everything once, and is empty then', () => {
    const buffer = new FairBuffer<number>(10, 10);
    buffer.add('a', 1);
    buffer.add('b', 2);
    assert.equal(buffer.isEmpty, false);
    assert.deepEqual(buffer.take(), { entries: [1, 2], dropped: 0 });
    assert.equal(buffer.isEmpty, true);
    assert.deepEqual(buffer.take(), { entries: [], dropped: 0 });
  });

  it('holds no more of one owner than its share', () => {
    const buffer = new FairBuffer<number>(10, 3);
    for (let i = 0; i < 5; i++) buffer.add('a', i);
    assert.deepEqual(buffer.take(), { entries: [0, 1, 2], dropped: 2 });
  });

  it('makes room for a quiet owner at the cost of the busiest, however late it comes', () => {
    const buffer = new FairBuffer<string>(6, 100);
    for (let i = 0; i < 50; i++) buffer.add('busy', `busy ${String(i)}`);
    for (let i = 0; i < 3; i++) buffer.add('quiet', `quiet ${String(i)}`);
    const { entries, dropped } = buffer.take();
    assert.equal(entries.length, 6);
    assert.equal(entries.filter((entry) => entry.startsWith('quiet')).length, 3);
    assert.equal(dropped, 47);
  });

  it('is never larger than it may be, whoever comes', () => {
    const buffer = new FairBuffer<number>(5, 5);
    for (let i = 0; i < 100; i++) buffer.add(`owner ${String(i % 20)}`, i);
    const { entries, dropped } = buffer.take();
    assert.equal(entries.length, 5);
    assert.equal(dropped, 95);
  });
});
