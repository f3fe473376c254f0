import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { finished, submit } from '../../support/batches.ts';
import { type Caller, download } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { startLoad } from '../../support/load.ts';
import { assertOwnDocuments, FORMS, markOf, wrongWith } from '../../support/marked.ts';
import { readMetrics } from '../../support/metrics.ts';
import { Visitor } from '../../support/visitor.ts';

const ACCOUNTS = 12;
const MAX_PAGES = 10;
const COMPOSE_LIMIT_MS = 4000;
/** Seldom enough that most pages change hands instead. */
const THROW_EVERY_MS = 500;
const KINDS = Object.keys(FORMS) as (keyof typeof FORMS)[];

describe('every document, beside a busy machine, batches, previews, and pages that are thrown away,', function () {
  this.timeout(240_000);
  let hub: TestHub;
  let callers: Caller[];
  let busy: readonly ChildProcess[];
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { maxPages: MAX_PAGES, composeLimitMs: COMPOSE_LIMIT_MS } } } });
    callers = await Promise.all(Array.from({ length: ACCOUNTS }, () => hub.account()));
    // Beside other tests it is busy already.
    const [load = 0] = loadavg();
    busy = load > availableParallelism() ? [] : startLoad();
  });
  after(async () => {
    for (const child of busy) child.kill('SIGKILL');
    await hub.stop();
  });

  const batchOf = async (caller: Caller, first: number): Promise<string[]> => {
    const marks = Array.from({ length: 10 }, (_, n) => markOf(first + n));
    const items = marks.map((mark, n) => FORMS[KINDS[n % KINDS.length] ?? 'plain'](mark));
    const { batch_id } = await submit(caller, { items });
    const { generations } = await finished(caller, batch_id, 120_000);
    const found = await Promise.all(generations.map(async ({ url, index }) => wrongWith(await download(url ?? ''), marks[index] ?? '')));
    return found.filter((problem) => problem !== undefined);
  };

  const previewsOf = async (caller: Caller, first: number): Promise<string[]> => {
    const visitor = await new Visitor(hub).enter(caller.email);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const wrong: string[] = [];
    for (let n = first; n < first + 15; n++) {
      const reply = await fetch(`${hub.url}/dashboard/api/studio/preview`, {
        method: 'POST',
        headers: { cookie, origin: hub.url, 'x-csrf-token': visitor.token, 'content-type': 'application/json' },
        body: JSON.stringify(FORMS.compiled(markOf(n))),
      });
      assert.equal(reply.status, 200);
      const { pdf } = (await reply.json()) as { pdf: string };
      const problem = await wrongWith(Buffer.from(pdf, 'base64'), markOf(n));
      if (problem !== undefined) wrong.push(problem);
    }
    return wrong;
  };

  it('is the one that was asked for', async () => {
    let done = false;
    const throwAway = async (): Promise<void> => {
      const [first] = callers;
      const html = '<p style="break-after: page">x</p>'.repeat(MAX_PAGES + 5);
      while (!done) {
        assert.equal((await first?.send('POST', '/v1/generate', { html }))?.status, 422);
        await pause(THROW_EVERY_MS);
      }
    };
    const throwing = throwAway();
    const others = Promise.all([
      ...callers.slice(0, 4).map((caller, n) => batchOf(caller, 10_000 + 10 * n)),
      ...callers.slice(4, 6).map((caller, n) => previewsOf(caller, 20_000 + 15 * n)),
    ]);
    await assertOwnDocuments(callers, { count: 120, workers: 8, forms: [...KINDS, 'plain', 'compiled', 'plain'] });
    assert.deepEqual((await others).flat(), []);
    done = true;
    await throwing;
    const metrics = await readMetrics(hub.url);
    assert.equal(metrics.sum('platen_wrong_prints_total'), 0, 'none had to be made again');
  });

  it('is printed, too, when its template waits for a processor for three times as long as it may use one', async () => {
    const [caller] = callers;
    assert.ok(caller);
    const html = '{{#each a}}{{#each @root.a}}{{#each @root.a}}{{/each}}{{/each}}{{/each}}<p>end';
    const printed = caller.generate({ html, data: { a: Array.from({ length: 160 }, (_, n) => n) } });
    // Stops this process, and with it the hub, in the middle of the half second or more that the template takes.
    const stop = `sleep 0.3; kill -STOP $PPID; sleep ${String((3 * COMPOSE_LIMIT_MS) / 1000 + 1)}; kill -CONT $PPID`;
    spawn('sh', ['-c', stop], { stdio: 'ignore' });
    assert.equal((await printed).status, 'completed');
  });
});
