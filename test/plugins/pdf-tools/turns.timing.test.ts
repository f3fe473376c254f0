import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { base64, pages } from './fixtures.ts';
import { hostilePdf } from './hostile-pdfs.ts';

const NOISE_MS = 100;
const ROUNDS = 9;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe('PDF tools between accounts', function () {
  this.timeout(300_000);
  let small: string;
  let slow: string;
  before(async () => {
    small = base64(await pages(1));
    slow = base64(hostilePdf('forms that multiply'));
  });

  const info = async (account: Caller): Promise<void> => {
    const reply = await account.send('POST', '/v1/pdf/info', { pdf: small });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  };
  const with_ = async (children: number, use: (hub: TestHub) => Promise<void>): Promise<void> => {
    const hub = await startHub({ plugins: { 'pdf-tools': { config: { children } }, limits: false } });
    try {
      await use(hub);
    } finally {
      await hub.stop();
    }
  };

  for (const children of [1, 2]) {
    it(`a small job takes at most three times as long beside the worst of another account, with ${String(children)} of them`, async () => {
      await with_(children, async (hub) => {
        const [greedy, modest] = [await hub.account(), await hub.account()];
        // As many processes as there are then come up, and are warm.
        await Promise.all([info(greedy), info(modest)]);
        await pause(3000);
        const alone: number[] = [];
        for (let i = 0; i < ROUNDS; i++) alone.push(await timed(() => info(modest)));
        const stop = new AbortController();
        const flood = Array.from({ length: 12 }, async () => {
          while (!stop.signal.aborted)
            await greedy.raw('POST', '/v1/pdf/preview', { body: { pdf: slow }, signal: stop.signal }).catch(() => undefined);
        });
        await pause(3000);
        const beside: number[] = [];
        for (let i = 0; i < ROUNDS; i++) {
          beside.push(await timed(() => info(modest)));
          await pause(200);
        }
        stop.abort();
        await Promise.all(flood);
        const most = 3 * median(alone) + NOISE_MS;
        assert.ok(median(beside) <= most, `${beside.map(Math.round).join(' ')} beside, ${alone.map(Math.round).join(' ')} alone`);
      });
    });
  }
});
