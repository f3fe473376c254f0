import assert from 'node:assert/strict';
import { FairSlots, type FairSlotsOptions } from './fair-slots.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Slots whose takers note the order in which they got theirs. */
function noted(options: Partial<FairSlotsOptions>) {
  const slots = new FairSlots({ size: 1, reserve: 0, what: 'documents', ...options });
  const order: string[] = [];
  const releases = new Map<string, () => void>();
  const take = async (owner: string, name = owner): Promise<void> => {
    const release = await slots.take(owner);
    order.push(name);
    releases.set(name, release);
  };
  return { slots, order, take, release: (name: string) => releases.get(name)?.() };
}

describe('FairSlots', () => {
  it('lets one owner have every slot while nobody else asks', async () => {
    const { slots, take } = noted({ size: 3 });
    await Promise.all([take('a', '1'), take('a', '2'), take('a', '3')]);
    assert.deepEqual([slots.busy, slots.waiting], [3, 0]);
  });

  it('gives a freed slot to the owner that holds least', async () => {
    const { order, take, release } = noted({ size: 2 });
    await Promise.all([take('a', 'a1'), take('a', 'a2')]);
    void take('a', 'a3');
    void take('b', 'b1');
    release('a1');
    await settled();
    assert.deepEqual(order, ['a1', 'a2', 'b1']);
  });

  it('serves the requests of one owner in their order', async () => {
    const { order, take, release } = noted({});
    await take('a', '1');
    for (const name of ['2', '3', '4']) void take('a', name);
    for (const name of ['1', '2', '3']) {
      release(name);
      await settled();
    }
    assert.deepEqual(order, ['1', '2', '3', '4']);
  });

  it('gives the reserve only to owners that hold nothing', async () => {
    const { order, slots, take } = noted({ size: 1, reserve: 1 });
    await take('a', 'a1');
    void take('a', 'a2');
    await take('b', 'b1');
    await settled();
    assert.deepEqual(order, ['a1', 'b1']);
    assert.deepEqual([slots.busy, slots.waiting], [2, 1]);
  });

  it('refuses at once for a signal that is aborted already', async () => {
    const { slots } = noted({});
    await assert.rejects(slots.take('a', AbortSignal.abort(new Error('hung up'))), /hung up/);
    assert.deepEqual([slots.busy, slots.waiting], [0, 0]);
  });

  it('passes over who left the queue', async () => {
    const { slots, order, take, release } = noted({});
    await take('a');
    const gone = new AbortController();
    const left = assert.rejects(slots.take('b', gone.signal));
    void take('c');
    gone.abort();
    await left;
    release('a');
    await settled();
    assert.deepEqual(order, ['a', 'c']);
  });

  it('does not mind an abort after the slot was given', async () => {
    const { slots } = noted({});
    const gone = new AbortController();
    const release = await slots.take('a', gone.signal);
    gone.abort();
    assert.equal(slots.busy, 1);
    release();
    assert.equal(slots.busy, 0);
  });

  it('says 429 and when to come back to who fills its own queue', async () => {
    const { slots, take } = noted({ queueLimitPerOwner: 1 });
    await take('a');
    void slots.take('a');
    await assert.rejects(slots.take('a'), { status: 429, code: 'RATE_LIMITED', retryAfter: 2 });
    assert.equal(slots.waiting, 1);
  });

  it('says 503 when the whole queue is full', async () => {
    const { slots, take } = noted({ queueLimit: 2 });
    await take('a');
    void slots.take('b');
    void slots.take('b');
    await assert.rejects(slots.take('b'), { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 2 });
  });
});
