import assert from 'node:assert/strict';
import { FairSlots, HubError } from '../../server/contract/index.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Takes a slot and notes when it got it. */
function taker(slots: FairSlots) {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const take = (owner: string, signal?: AbortSignal): Promise<void> =>
    slots.take(owner, signal).then((release) => {
      order.push(owner);
      releases.push(release);
    });
  return { order, releases, take };
}

const refusal = (status: number, words: RegExp) => (error: unknown) => {
  assert.ok(HubError.is(error));
  assert.equal(error.status, status);
  assert.match(error.message, words);
  assert.ok((error.retryAfter ?? 0) >= 1);
  return true;
};

describe('slots for several owners', () => {
  it('go to one owner up to their size, and beyond it once to each other owner', async () => {
    const slots = new FairSlots({ size: 2, reserve: 2, what: 'documents' });
    const { order, take } = taker(slots);
    for (const owner of ['a', 'a', 'a', 'b', 'b', 'c', 'd']) void take(owner);
    await settled();
    assert.deepEqual(order, ['a', 'a', 'b', 'c']);
    assert.deepEqual([slots.busy, slots.waiting], [4, 3]);
  });

  it('pass to who holds least, and in turns among those', async () => {
    const slots = new FairSlots({ size: 1, reserve: 0, what: 'documents' });
    const { order, releases, take } = taker(slots);
    for (const owner of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void take(owner);
    for (let n = 0; n < 7; n++) {
      await settled();
      releases[n]?.();
    }
    assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
    assert.deepEqual([slots.busy, slots.waiting], [0, 0]);
  });

  it('are given back once, and places in the queue with what waited', async () => {
    const slots = new FairSlots({ size: 1, reserve: 0, queueLimitPerOwner: 1, what: 'documents' });
    const { releases, take } = taker(slots);
    await take('a');
    const gone = new AbortController();
    const waiting = slots.take('a', gone.signal);
    gone.abort(new Error('hung up'));
    await assert.rejects(waiting, /hung up/);
    assert.equal(slots.waiting, 0);
    void take('b');
    releases[0]?.();
    releases[0]?.();
    await settled();
    assert.deepEqual([slots.busy, slots.waiting], [1, 0]);
  });

  it('refuse the share of one owner by 429, the whole queue by 503, and newcomers last', async () => {
    const slots = new FairSlots({ size: 1, reserve: 0, queueLimit: 4, queueLimitPerOwner: 3, what: 'documents' });
    const { take } = taker(slots);
    for (const owner of ['a', 'a', 'a', 'a', 'b']) void take(owner);
    await assert.rejects(slots.take('a'), refusal(429, /3 of your documents/));
    await assert.rejects(slots.take('b'), refusal(503, /4 documents wait/));
    for (let n = 0; n < 20; n++) void take(`newcomer ${String(n)}`);
    await assert.rejects(slots.take('one too many'), refusal(503, /24 documents wait/));
  });

  it('lose and leak nothing in 20 000 random steps', async () => {
    let seed = 17;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const slots = new FairSlots({ size: 3, reserve: 2, queueLimit: 20, queueLimitPerOwner: 6, what: 'documents' });
    const held: { owner: string; release: () => void }[] = [];
    const waiting = new Map<AbortController, string>();
    for (let step = 0; step < 20_000; step++) {
      const choice = random(10);
      if (choice < 5) {
        const owner = 'abcdefgh'[Math.min(random(8), random(8))] ?? 'a';
        const gone = new AbortController();
        waiting.set(gone, owner);
        slots.take(owner, gone.signal).then(
          (release) => {
            waiting.delete(gone);
            held.push({ owner, release });
          },
          () => waiting.delete(gone), // refused, or given up below
        );
      } else if (choice < 9) held.splice(random(held.length + 1), 1)[0]?.release();
      else [...waiting.keys()][0]?.abort();
      await settled();
      assert.equal(slots.busy, held.length);
      assert.equal(slots.waiting, waiting.size);
      const holders = new Set(held.map(({ owner }) => owner));
      const others = [...waiting.values()].filter((owner) => !holders.has(owner));
      assert.ok(slots.busy <= 5 && (waiting.size === 0 || slots.busy >= 3));
      assert.ok(others.length === 0 || slots.busy === 5, 'an owner without a slot waits for nothing but other owners');
    }
  });
});
