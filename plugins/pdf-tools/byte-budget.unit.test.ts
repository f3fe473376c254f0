import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ByteBudget } from './byte-budget.ts';

const NEVER = new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Calls that note in which order they are let in. */
function noted() {
  const budget = new ByteBudget({ total: 100, largest: 40 });
  const order: string[] = [];
  const acquire = async (account: string, bytes: number, name = account, signal = NEVER) => {
    const lease = await budget.acquire(account, bytes, signal);
    order.push(name);
    return lease;
  };
  return { acquire, order };
}

describe('ByteBudget', () => {
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());

  it('lets one account hold half of the total', async () => {
    const { acquire, order } = noted();
    await acquire('a', 50, '1');
    void acquire('a', 1, '2');
    await settled();
    assert.deepEqual(order, ['1']);
  });

  it('lets one account hold the largest call, where that is more than half', async () => {
    const budget = new ByteBudget({ total: 100, largest: 80 });
    await budget.acquire('a', 80, NEVER);
  });

  it('lets others in beside an account that waits for itself', async () => {
    const { acquire, order } = noted();
    await acquire('a', 50, 'a1');
    void acquire('a', 10, 'a2');
    await acquire('b', 50, 'b1');
    assert.deepEqual(order, ['a1', 'b1']);
  });

  it('lets in who waits when something is released', async () => {
    const { acquire, order } = noted();
    const first = await acquire('a', 50, 'a1');
    const second = acquire('a', 30, 'a2');
    first.release();
    await second;
    assert.deepEqual(order, ['a1', 'a2']);
  });

  it('lets in who waits when a call turns out smaller', async () => {
    const { acquire, order } = noted();
    const first = await acquire('a', 50, 'a1');
    const second = acquire('a', 30, 'a2');
    first.shrink(20);
    await second;
    assert.deepEqual(order, ['a1', 'a2']);
  });

  it('never grows a lease that is told to shrink', async () => {
    const { acquire, order } = noted();
    const lease = await acquire('a', 20, 'a1');
    lease.shrink(50);
    await acquire('a', 30, 'a2');
    assert.deepEqual(order, ['a1', 'a2']);
  });

  it('serves accounts in turns', async () => {
    const { acquire, order } = noted();
    const held = [await acquire('x', 50), await acquire('y', 50)];
    for (const name of ['a1', 'a2', 'b1', 'b2']) void acquire(name.slice(0, 1), 50, name).then((lease) => held.push(lease));
    for (let i = 0; i < 4; i++) {
      held[i]?.release();
      await settled();
    }
    assert.deepEqual(order.slice(2), ['a1', 'b1', 'a2', 'b2']);
  });

  it('does not let a small call of an account pass its large one that waits', async () => {
    const { acquire, order } = noted();
    const first = await acquire('a', 40, 'a1');
    void acquire('a', 40, 'a2');
    void acquire('a', 1, 'a3');
    await settled();
    assert.deepEqual(order, ['a1']);
    first.release();
    await settled();
    assert.deepEqual(order, ['a1', 'a2', 'a3']);
  });

  it('gives back once, however often it is released', async () => {
    const { acquire, order } = noted();
    const first = await acquire('a', 50, 'a1');
    await acquire('b', 50, 'b1');
    first.release();
    first.release();
    await acquire('c', 50, 'c1');
    void acquire('d', 1, 'd1');
    await settled();
    assert.deepEqual(order, ['a1', 'b1', 'c1']);
  });

  it('forgets who hangs up while waiting', async () => {
    const { acquire, order } = noted();
    const first = await acquire('a', 50, 'a1');
    const gone = new AbortController();
    const waiting = acquire('a', 50, 'a2', gone.signal);
    gone.abort(new Error('hung up'));
    await assert.rejects(waiting, /hung up/);
    first.release();
    await acquire('a', 50, 'a3');
    assert.deepEqual(order, ['a1', 'a3']);
  });

  it('answers 429 after ten seconds to an account that fills its own share', async () => {
    const { acquire } = noted();
    await acquire('a', 50);
    const refused = assert.rejects(acquire('a', 1), { status: 429, code: 'RATE_LIMITED', retryAfter: 5 });
    mock.timers.tick(10_000);
    await refused;
  });

  it('answers 503 after ten seconds when others hold everything', async () => {
    const { acquire } = noted();
    await acquire('a', 50);
    await acquire('b', 50);
    const refused = assert.rejects(acquire('c', 1), { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
    mock.timers.tick(10_000);
    await refused;
  });

  it('lets 25 calls of an account wait, and refuses more at once', async () => {
    const { acquire } = noted();
    await acquire('a', 50);
    for (let i = 0; i < 25; i++) void acquire('a', 1).catch(() => undefined);
    await assert.rejects(acquire('a', 1), { status: 429 });
  });
});
