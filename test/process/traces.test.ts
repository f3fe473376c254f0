import assert from 'node:assert/strict';
import { finished, submit } from '../support/batches.ts';
import { Cluster } from '../support/cluster.ts';
import { Collector, type Span } from '../support/collector.ts';
import { Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe('a trace', function () {
  this.timeout(120_000);

  it('goes from the request over its phases to the webhook, through all processes, and on to the receiver', async () => {
    const collector = await Collector.open();
    const receiver = await Receiver.open();
    const cluster = await Cluster.start({ workers: 1, redis: false, egressAllow: ['127.0.0.1:*'], env: collector.environment });
    try {
      const caller = await cluster.account();
      const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
      const html = '<p>CANARY';
      const { batch_id } = await submit(
        caller,
        { items: [{ html }, { html: '<script></script>x' }], webhook: receiver.url('/traced') },
        headers,
      );
      await finished(caller, batch_id);
      const told = await receiver.wait('/traced', 1, 30_000);
      const traced = await until('all spans', () => {
        const found = collector.spans.filter(({ traceId }) => traceId === TRACE);
        const names = new Set(found.map(({ name }) => name));
        const isWhole = ['webhook', 'POST /v1/generate/batch'].every((name) => names.has(name));
        return isWhole && found.filter(({ name }) => name === 'batch item').length === 2 ? found : undefined;
      });
      const one = (name: string): Span => traced.find((span) => span.name === name) ?? assert.fail(`no span ${name}`);
      const request = one('POST /v1/generate/batch');
      assert.equal(request.parentSpanId, PARENT);
      assert.deepEqual(
        ['http.request.method', 'http.route', 'http.response.status_code'].map((name) => request.attributes[name]),
        ['POST', '/v1/generate/batch', 202],
      );
      const item = one('batch item');
      assert.equal(item.parentSpanId, request.spanId, 'a worker goes on where the web process left off');
      const render = traced.filter(({ name }) => name === 'render');
      assert.deepEqual(render.map(({ attributes }) => attributes['platen.lane']).sort(), ['scripted', 'static']);
      const phases = traced.filter(({ parentSpanId }) => parentSpanId === render[0]?.spanId).map(({ name }) => name);
      assert.deepEqual([...new Set(phases)].sort(), ['render compose', 'render load', 'render print', 'render wait']);
      assert.ok(traced.every(({ startTimeUnixNano: start, endTimeUnixNano: end }) => BigInt(start) <= BigInt(end)));
      const webhook = one('webhook');
      assert.equal(told[0]?.headers['traceparent'], `00-${TRACE}-${webhook.spanId}-01`);
      assert.deepEqual([...new Set(collector.spans.map(({ service }) => service))], ['platen']);
      assert.doesNotMatch(JSON.stringify(collector.spans), /CANARY|sk_/, 'nothing that callers sent is in a trace');
    } finally {
      await cluster.stop();
      await receiver.close();
      await collector.close();
    }
  });
});
