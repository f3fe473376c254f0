import assert from 'node:assert/strict';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { finished, submit } from '../../support/batches.ts';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';

const SAMPLES = 7;
const ROUNDS = 3;
/** Three times as slow, and what any two measurements differ by. */
const FACTOR = 3;
const NOISE_MS = 100;

const SMALL = { html: '<p>small' };
const DELAYED = { html: '<p>slow', wait: { delay_ms: 8000 } };
const SPINNING = { html: '<p>x<script>for (;;) {}</script>' };
const LOOPS = {
  html: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{#each @root.a}}x{{/each}}{{/each}}{{/each}}{{/each}}',
  data: { a: Array.from({ length: 300 }, (_, i) => i) },
};
const LONG = { html: '<p style="break-after: page">x</p>'.repeat(1000) };

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const medianOf = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n++) times.push(await timeOf(work));
  return times.sort((a, b) => a - b)[Math.floor(SAMPLES / 2)] ?? Infinity;
};

/** Over a connection of its own, which ends with the signal; undefined then. */
const send = (caller: Caller, body: object, signal: AbortSignal): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' };
    const sent = request(`${caller.url}/v1/generate`, { method: 'POST', agent: false, headers, signal }, (response) => {
      response.once('close', () => {
        resolve(response.complete ? response.statusCode : undefined);
      });
      response.resume();
    });
    sent.once('error', () => {
      resolve(undefined);
    });
    sent.end(JSON.stringify(body));
  });

describe('beside an account that does its worst', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let modest: Caller;
  before(async () => {
    const plans = { free: { requestsPerSecond: 10_000, documentsPerMonth: null } };
    hub = await startHub({ plugins: { limits: { config: { plans } } } });
    modest = await hub.account({ plan: 'free' });
    for (let n = 0; n < 10; n++) await modest.generate(SMALL);
  });
  after(() => hub.stop());

  /** Another account keeps `atOnce` of these documents under way while the small one is made. */
  const besides = async (
    body: object,
    atOnce: number,
    options: { flags?: string[]; settleMs?: number; small?: () => Promise<unknown> } = {},
  ): Promise<Set<number>> => {
    const { flags = [], settleMs = 1500, small = () => modest.generate(SMALL) } = options;
    const greedy = await hub.account({ plan: 'free', flags });
    const alone = await medianOf(small);
    const hangUp = new AbortController();
    const statuses = new Set<number>();
    const keepOn = async (): Promise<void> => {
      while (!hangUp.signal.aborted) {
        const status = await send(greedy, body, hangUp.signal);
        if (status !== undefined) statuses.add(status);
        if (status === 429) return;
      }
    };
    const attack = Promise.all(Array.from({ length: atOnce }, keepOn));
    await pause(settleMs);
    try {
      await compare(alone, small);
    } finally {
      hangUp.abort();
      await attack;
    }
    return statuses;
  };
  /** Up to three times, as whatever else the machine does slows one of two measurements. */
  const compare = async (alone: number, small: () => Promise<unknown>): Promise<void> => {
    for (let round = 1; ; round++) {
      const beside = await medianOf(small);
      if (beside <= FACTOR * alone + NOISE_MS) return;
      assert.ok(round < ROUNDS, `alone ${String(alone)} ms, beside ${String(beside)} ms`);
    }
  };

  it('that waits eight times for eight seconds, a small document takes its time', async () => {
    await besides(DELAYED, 8);
  });

  it('that queues 200 documents, which are refused as its own from its share on', async () => {
    assert.ok((await besides(DELAYED, 200)).has(429));
  });

  it('whose scripts never end', async () => {
    await besides(SPINNING, 8, { small: () => modest.generate({ html: '<p>small<script></script>' }) });
  });

  it('whose scripts start workers that never end', async () => {
    const html = '<p>x</p><script>for (let i = 0; i < 16; i++) new Worker(URL.createObjectURL(new Blob(["while(true){}"])))</script>';
    await besides({ html, wait: { delay_ms: 8000 } }, 8);
  });

  it('whose templates take two seconds', async () => {
    await besides(LOOPS, 20, { small: () => modest.generate({ html: '<p>{{a}}', data: { a: 'small' } }) });
  });

  it('whose test documents have a thousand pages to be marked', async () => {
    const tester = await hub.account({ plan: 'free', flags: ['--test'] });
    await tester.generate(SMALL);
    await besides(LONG, 10, { flags: ['--test'], settleMs: 4000, small: () => tester.generate(SMALL) });
  });

  it('whose batches are full of slow items, of which an item of another one is made at once', async () => {
    const single = async (): Promise<void> => {
      const { batch_id } = await submit(modest, { items: [SMALL] });
      assert.equal((await finished(modest, batch_id)).completed, 1);
    };
    const greedy = await hub.account({ plan: 'free' });
    const alone = await medianOf(single);
    const aloneItself = await medianOf(() => modest.generate(SMALL));
    for (const body of [DELAYED, SPINNING]) await submit(greedy, { items: Array.from({ length: 50 }, () => body) });
    await pause(3000);
    await compare(alone, single);
    await compare(aloneItself, () => modest.generate(SMALL));
  });
});
