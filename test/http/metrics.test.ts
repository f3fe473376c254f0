import assert from 'node:assert/strict';
import { finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { startHub, type TestHub } from '../support/hub.ts';
import { type Samples, samplesOf } from '../support/metrics.ts';
import { freePort } from '../support/ports.ts';
import { Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

describe('metrics', function () {
  this.timeout(120_000);
  let hub: TestHub;
  let caller: Caller;
  let receiver: Receiver;
  const read = async (url = hub.url): Promise<Samples> => {
    const answer = await fetch(`${url}/metrics`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    return samplesOf(await answer.text());
  };
  before(async () => {
    receiver = await Receiver.open();
    const plans = {
      free: { requestsPerSecond: 2, documentsPerMonth: 1 },
      enterprise: { requestsPerSecond: 500, documentsPerMonth: null },
    };
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, plugins: { limits: { config: { plans } } } });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  it('count requests by declared route and status, never by what callers wrote', async () => {
    await caller.generate({ html: '<p>x' });
    await caller.send('GET', '/v1/generations/gen_nobody');
    await fetch(`${hub.url}/v1/secret-${'x'.repeat(50)}`);
    const { sum, text } = await read();
    assert.equal(sum('platen_http_requests_total', { route: 'POST /v1/generate', status: '201' }), 1);
    assert.equal(sum('platen_http_requests_total', { route: 'GET /v1/generations/:id', status: '404' }), 1);
    assert.equal(sum('platen_http_requests_total', { route: 'none', status: '404' }), 1);
    assert.equal(sum('platen_http_request_duration_seconds_count', { route: 'POST /v1/generate' }), 1);
    assert.doesNotMatch(text, /gen_nobody|secret-x/);
  });

  it('tell how long documents take in each phase, by lane', async () => {
    const before = await read();
    await caller.generate({ html: '<p>static' });
    await caller.generate({ html: '<script>document.title = 1</script><p>scripted', wait: { delay_ms: 300 } });
    const after = await read();
    for (const lane of ['static', 'scripted'])
      for (const phase of ['queue', 'compose', 'load', 'wait', 'print']) {
        const of = (samples: Samples): number => samples.sum('platen_render_phase_seconds_count', { lane, phase });
        assert.equal(of(after) - of(before), 1, `${lane} ${phase}`);
      }
    const waited = (samples: Samples): number => samples.sum('platen_render_phase_seconds_sum', { lane: 'scripted', phase: 'wait' });
    assert.ok(waited(after) - waited(before) >= 0.3);
    assert.equal(after.sum('platen_browser_starts_total', { reason: 'first' }), 2);
    assert.ok(after.sum('platen_renderer_memory_bytes') > 1e6);
    assert.ok(after.sum('process_resident_memory_bytes') > 1e7);
    assert.equal(after.sum('platen_documents_total', { outcome: 'completed', kind: 'single' }), 3);
  });

  it('count what was refused and what failed', async () => {
    const free = await hub.account({ plan: 'free' });
    await free.generate({ html: 'x' });
    await free.refused('POST', '/v1/generate', { html: 'x' }, 403, 'USAGE_LIMIT_EXCEEDED');
    await Promise.all([1, 2, 3, 4].map(() => free.send('GET', '/v1/generations')));
    await caller.refused('POST', '/v1/generate', { react: "export default () => { throw new Error('no') }" }, 422, 'RENDER_FAILED');
    await caller.refused('POST', '/v1/generate', { html: '' }, 400, 'VALIDATION_ERROR');
    const { sum } = await read();
    assert.equal(sum('platen_quota_refusals_total', { plan: 'free' }), 1);
    assert.ok(sum('platen_rate_limit_refusals_total', { caller: 'account' }) >= 2);
    assert.equal(sum('platen_documents_total', { outcome: 'failed' }), 1, 'a request that is only wrong is no document');
  });

  it('follow batches, jobs and webhooks', async () => {
    let answers = 0;
    receiver.answer = (_, response) => {
      response.statusCode = answers++ === 0 ? 500 : 200;
      response.end();
    };
    const items = Array.from({ length: 40 }, () => ({ html: '<p>x', wait: { delay_ms: 150 } }));
    const { batch_id } = await submit(caller, { items, webhook: receiver.url('/metrics') });
    const waiting = await until('a queue', async () => {
      const samples = await read();
      return samples.sum('platen_queue_items') > 0 ? samples : undefined;
    });
    assert.ok(waiting.sum('platen_queue_items') <= 40);
    assert.ok(waiting.sum('platen_queue_oldest_age_seconds') >= 0);
    assert.ok(waiting.has('platen_render_waiting', { queue: 'batches' }));
    await finished(caller, batch_id);
    await receiver.wait('/metrics', 2, 30_000);
    const over = await until('the record of the webhook and the end of its jobs', async () => {
      const samples = await read();
      const jobs = samples.sum('platen_job_runs_total', { name: 'webhooks.deliver-due', outcome: 'done' });
      return samples.sum('platen_webhook_attempts_total', { outcome: 'delivered' }) > 0 && jobs >= 2 ? samples : undefined;
    });
    assert.equal(over.sum('platen_webhook_attempts_total', { outcome: 'retry' }), 1);
    assert.equal(over.sum('platen_documents_total', { outcome: 'completed', kind: 'item' }), 40);
    assert.equal(over.sum('platen_queue_items'), 0);
  });

  it('say which part is well, without a key', async () => {
    const { sum, has } = await read();
    for (const check of ['database', 'storage', 'browser']) assert.equal(sum('platen_dependency_up', { check }), 1, check);
    assert.ok(!has('platen_dependency_up', { check: 'redis' }));
  });

  it('are answered on a port of their own where the operator says so, and then only there, by workers too', async () => {
    const port = await freePort();
    const operators = `http://127.0.0.1:${String(port)}`;
    const worker = await startHub({ config: { roles: 'worker', operations: { port } } });
    try {
      assert.equal((await read(operators)).sum('platen_dependency_up', { check: 'database' }), 1);
      // Its browser starts with the first check, which may be over before.
      await until('a ready worker', async () => ((await fetch(`${operators}/readyz`)).status === 200 ? true : undefined));
      assert.equal((await fetch(`${operators}/v1/generations`)).status, 404);
      await assert.rejects(fetch(`${worker.url}/healthz`), 'a worker answers nobody else');
    } finally {
      await worker.stop();
    }
    const web = await startHub({ config: { roles: ['web'], operations: { port } } });
    try {
      assert.equal((await fetch(`${web.url}/metrics`)).status, 404);
      assert.equal((await fetch(`${web.url}/healthz`)).status, 200);
      assert.ok((await read(operators)).has('process_open_fds'));
    } finally {
      await web.stop();
    }
  });
});
