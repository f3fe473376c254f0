import assert from 'node:assert/strict';
import { MemoryWindow } from './sliding-window.ts';

function clocked() {
  let now = 1000;
  const window = new MemoryWindow(() => now);
  return {
    hit: (key = 'a', limit = 3, windowMs = 1000) => window.hit(key, limit, windowMs),
    pass: (ms: number) => (now += ms),
  };
}

describe('MemoryWindow', () => {
  it('admits up to the limit and counts what is left', async () => {
    const { hit } = clocked();
    const verdicts = [await hit(), await hit(), await hit(), await hit()];
    assert.deepEqual(
      verdicts.map(({ admitted, remaining }) => [admitted, remaining]),
      [
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
      ],
    );
  });

  it('admits again when the oldest has left the window, not before', async () => {
    const { hit, pass } = clocked();
    await hit();
    pass(400);
    await hit();
    await hit();
    pass(599);
    assert.equal((await hit()).admitted, false);
    pass(1);
    assert.equal((await hit()).admitted, true);
    assert.equal((await hit()).admitted, false);
  });

  it('never admits more than the limit in any window, also around its borders', async () => {
    const { hit, pass } = clocked();
    const admitted: number[] = [];
    let now = 0;
    for (let step = 0; step < 500; step++) {
      if ((await hit()).admitted) admitted.push(now);
      pass(37);
      now += 37;
    }
    for (const start of admitted) assert.ok(admitted.filter((at) => at >= start && at < start + 1000).length <= 3);
    assert.ok(admitted.length >= 3 * Math.floor((500 * 37) / 1000 - 1));
  });

  it('does not count what it refused', async () => {
    const { hit, pass } = clocked();
    for (let i = 0; i < 3; i++) await hit();
    pass(900);
    for (let i = 0; i < 50; i++) assert.equal((await hit()).admitted, false);
    pass(100);
    assert.equal((await hit()).admitted, true);
  });

  it('says in how many milliseconds the next is admitted', async () => {
    const { hit, pass } = clocked();
    for (let i = 0; i < 3; i++) await hit();
    pass(250);
    assert.equal((await hit()).waitMs, 750);
  });

  it('counts keys apart', async () => {
    const { hit } = clocked();
    assert.equal((await hit('a', 1)).admitted, true);
    assert.equal((await hit('a', 1)).admitted, false);
    assert.equal((await hit('b', 1)).admitted, true);
  });

  it('goes by a lower limit at once when a plan changes', async () => {
    const { hit } = clocked();
    for (let i = 0; i < 3; i++) await hit('a', 10);
    assert.deepEqual(await hit('a', 2), { admitted: false, remaining: 0, waitMs: 1000 });
  });
});
