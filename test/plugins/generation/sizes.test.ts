import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';

const KB = 1024;
const MB = 1024 * KB;

/** `depth` objects around a number. */
const nested = (depth: number): object => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as object;

describe('sizes of a request', () => {
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { composeLimitMs: 10_000 } } } });
    caller = await hub.account();
  });
  after(() => hub.stop());

  const comment = (bytes: number): string => `<p>x</p><!--${'-'.repeat(bytes - 15)}-->`;

  it('may be as large as documented', async () => {
    assert.equal(Buffer.byteLength(comment(5 * MB)), 5 * MB);
    for (const body of [
      { html: comment(5 * MB) },
      { html: '<p>x</p>', data: { text: 'x'.repeat(2 * MB - 11) } },
      { html: '<p>x</p>', data: nested(64) },
      { html: '<p>x</p>', styles: `/*${'*'.repeat(512 * KB - 4)}*/` },
      { react: `export default () => <p>x</p> /*${'*'.repeat(256 * KB - 34)}*/`.slice(0, 256 * KB) },
      { html: '<p>x</p>', filename: 'x'.repeat(200) },
    ]) {
      assert.equal((await caller.generate(body)).pages, 1);
    }
  });

  it('may not be larger, and says which field is', async () => {
    for (const [field, body] of [
      ['html', { html: comment(5 * MB + 1) }],
      ['html', { html: 'ä'.repeat(2.5 * MB + 1) }],
      ['data', { html: 'x', data: { text: 'x'.repeat(2 * MB) } }],
      ['data', { html: 'x', data: nested(66) }],
      ['data', { html: 'x', data: { list: Array.from({ length: 100_001 }, () => 1) } }],
      ['styles', { html: 'x', styles: 'x'.repeat(512 * KB + 1) }],
      ['react', { react: 'x'.repeat(256 * KB + 1) }],
      ['filename', { html: 'x', filename: 'x'.repeat(201) }],
      ['webhook', { html: 'x', webhook: 'x'.repeat(2049) }],
      ['options.header', { html: 'x', options: { header: 'x'.repeat(1_000_001) } }],
      ['wait.selector', { html: 'x', wait: { selector: 'x'.repeat(1001) } }],
      ['metadata', { html: 'x', metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [String(i), i])) }],
    ] as const) {
      const error = await caller.refused('POST', '/v1/generate', body, 400, 'VALIDATION_ERROR', [field]);
      assert.ok(JSON.stringify(error).length < 1000, 'values are not repeated');
    }
  });
});
