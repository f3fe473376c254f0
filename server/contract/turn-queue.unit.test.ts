import assert from 'node:assert/strict';
import { TurnQueue } from './turn-queue.ts';

const filled = (items: readonly string[]): TurnQueue<string> => {
  const queue = new TurnQueue<string>();
  for (const item of items) queue.add(item.slice(0, 1), item);
  return queue;
};
const takeFirst = (queue: TurnQueue<string>): string | undefined => {
  const [first] = queue.firsts();
  return first === undefined ? undefined : queue.take(first[0]);
};

describe('TurnQueue', () => {
  it('gives each owner one turn after the other, and its items in order', () => {
    const queue = filled(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
    assert.deepEqual(
      Array.from({ length: 7 }, () => takeFirst(queue)),
      ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined],
    );
    assert.equal(queue.size, 0);
  });

  it('puts an owner that comes back behind those who wait', () => {
    const queue = filled(['a1', 'b1']);
    assert.equal(takeFirst(queue), 'a1');
    queue.add('a', 'a2');
    assert.deepEqual(
      [...queue.firsts()],
      [
        ['b', 'b1'],
        ['a', 'a2'],
      ],
    );
  });

  it('lets an owner keep its turn when one of its items gives up', () => {
    const queue = filled(['a1', 'a2', 'b1']);
    assert.equal(queue.remove('a', 'a1'), true);
    assert.deepEqual([takeFirst(queue), takeFirst(queue)], ['a2', 'b1']);
  });

  it('counts what waits, and takes nothing out twice', () => {
    const queue = filled(['a1', 'a2', 'b1']);
    assert.deepEqual([queue.size, queue.sizeOf('a'), queue.sizeOf('b'), queue.sizeOf('c')], [3, 2, 1, 0]);
    assert.equal(queue.take('c'), undefined);
    queue.take('b');
    assert.equal(queue.remove('b', 'b1'), false);
    assert.deepEqual([queue.clear(), queue.size], [['a1', 'a2'], 0]);
  });
});
