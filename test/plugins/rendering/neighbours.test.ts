import assert from 'node:assert/strict';
import { finished, readBatch, submit } from '../../support/batches.ts';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/until.ts';

const SLOTS = 2;
const AT_ONCE = 30;
/** Those of the other account that are at work when a small document comes: as many slots again are for newcomers. */
const MOST_OVERTAKEN = 2 * SLOTS;
const SMALL = { html: '<p>small' };

/** How long each takes tells nothing here: what counts is how many of them end before a small document of another account. */
const GREEDY: Readonly<Record<string, { readonly body: object; readonly small?: object }>> = {
  'that wait for seconds': { body: { html: '<p>slow', wait: { delay_ms: 3000 } } },
  'whose scripts never end': { body: { html: '<p>x<script>for (;;) {}</script>' }, small: { html: '<p>small<script></script>' } },
  'whose scripts start workers that never end': {
    body: {
      html: '<p>x</p><script>for (let i = 0; i < 16; i++) new Worker(URL.createObjectURL(new Blob(["while(true){}"])))</script>',
      wait: { delay_ms: 3000 },
    },
  },
  'whose templates take two seconds': {
    body: {
      html: '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{#each @root.a}}x{{/each}}{{/each}}{{/each}}{{/each}}',
      data: { a: Array.from({ length: 300 }, (_, i) => i) },
    },
    small: { html: '<p>{{a}}', data: { a: 'small' } },
  },
};

describe('a small document overtakes those of an account that does its worst', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let modest: Caller;
  before(async () => {
    const plans = { free: { requestsPerSecond: 10_000, documentsPerMonth: null } };
    hub = await startHub({ plugins: { limits: { config: { plans } }, rendering: { config: { concurrency: SLOTS } } } });
    modest = await hub.account({ plan: 'free' });
  });
  after(() => hub.stop());

  const busy = async (): Promise<number> => (await readMetrics(hub.url)).sum('platen_render_busy');

  for (const [which, { body, small = SMALL }] of Object.entries(GREEDY)) {
    it(which, async () => {
      const greedy = await hub.account({ plan: 'free' });
      const hangUp = new AbortController();
      let ended = 0;
      const attack = Array.from({ length: AT_ONCE }, async () => {
        const reply = await greedy.raw('POST', '/v1/generate', { body, signal: hangUp.signal }).catch(() => undefined);
        if (reply !== undefined) ended++;
      });
      await until('all slots to be taken', async () => ((await busy()) >= SLOTS ? true : undefined));
      const before = ended;
      await modest.generate(small);
      const overtaken = ended - before;
      hangUp.abort();
      await Promise.all(attack);
      assert.ok(overtaken <= MOST_OVERTAKEN, `${String(overtaken)} of ${String(AT_ONCE)} ended first`);
    });
  }

  it('that came as batches, as does the single item of another batch', async () => {
    const greedy = await hub.account({ plan: 'free' });
    const items = Array.from({ length: AT_ONCE }, () => ({ html: '<p>slow', wait: { delay_ms: 3000 } }));
    const { batch_id } = await submit(greedy, { items });
    const ended = async (): Promise<number> => {
      const { completed, failed } = await readBatch(greedy, batch_id);
      return completed + failed;
    };
    await until('the first item', async () => ((await ended()) > 0 ? true : undefined));
    const before = await ended();
    await modest.generate(SMALL);
    const single = await submit(modest, { items: [SMALL] });
    assert.equal((await finished(modest, single.batch_id)).completed, 1);
    assert.ok((await ended()) - before <= 2 * MOST_OVERTAKEN, `${String((await ended()) - before)} ended first`);
    await greedy.send('POST', `/v1/batches/${batch_id}/cancel`);
    await finished(greedy, batch_id);
  });
});
