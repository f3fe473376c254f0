import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../support/caller.ts';
import { download } from '../../support/caller.ts';
import { sharedHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { until } from '../../support/until.ts';

interface Printed {
  readonly id: string;
  readonly url: string;
  readonly sha256?: string;
  readonly reproducible?: boolean;
  readonly engine?: string;
  readonly fonts?: string;
}

interface Replay {
  readonly equal: boolean;
  readonly sha256: string;
  readonly original_sha256: string;
}

const TABLE = `<title>T</title><table><thead><tr><th>A<th>B</thead>${'<tr><td>1<td>2'.repeat(120)}</table>`;
const CLOCK = `<title>C</title><p id=t></p><script>
document.getElementById('t').textContent = [new Date().toISOString(), Date.now(), Date(), new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(),
  performance.now(), Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint32Array(2)).join()].join(' | ');
</script>`;
const REACT = 'export default () => <p>{new Date().toISOString()} {Math.random()}</p>';

describe('a reproducible document', () => {
  let caller: Caller;
  let other: Caller;

  before(async () => {
    const hub = await sharedHub();
    [caller, other] = await Promise.all([hub.account(), hub.account()]);
  });

  const print = async (body: object): Promise<Printed> => {
    const { status, body: printed } = await caller.send<Printed>('POST', '/v1/generate', body);
    assert.equal(status, 201, JSON.stringify(printed));
    return printed;
  };
  const refused = async (body: object, field: string): Promise<void> => {
    const { fields } = await caller.refused('POST', '/v1/generate', body, 400, 'VALIDATION_ERROR');
    assert.deepEqual(
      fields?.map((problem) => problem.field),
      [field],
    );
  };

  it('has the same bytes each time, whatever the clock says and whatever is printed beside it', async () => {
    const kinds = [
      { html: TABLE },
      { html: CLOCK },
      { react: REACT },
      { html: '<p>{{n}}</p>', data: { n: 7 }, options: { header: '<b>{{pageNumber}}</b>' } },
      {
        html: TABLE,
        steps: [
          { type: 'watermark', text: 'Draft' },
          { type: 'sign', name: 'Ann' },
        ],
      },
      { html: TABLE, steps: [{ type: 'pdfa', level: '2b' }] },
    ].map((body) => ({ ...body, deterministic: true }));
    const first: Printed[] = [];
    for (const body of kinds) first.push(await print(body));
    await pause(1100); // PDFs have times of whole seconds
    const beside = await Promise.all([...kinds, ...kinds].reverse().map(print));
    for (const [i, { sha256, reproducible, engine, fonts }] of first.entries()) {
      assert.equal(reproducible, true);
      assert.match(engine ?? '', /Chrom\w+\/\d+\./);
      assert.match(fonts ?? '', /^[0-9a-f]{16}$/);
      const again = beside.filter((_, j) => (2 * kinds.length - 1 - j) % kinds.length === i).map((one) => one.sha256);
      assert.deepEqual(again, [sha256, sha256], `document ${String(i)}`);
    }
  });

  it('tells the hash of its file, in its record, too', async () => {
    const { id, url, sha256 } = await print({ html: TABLE, date: '2024-02-29T12:00:00+02:00' });
    assert.equal(
      createHash('sha256')
        .update(await download(url))
        .digest('hex'),
      sha256,
    );
    const { body } = await caller.send<Printed>('GET', `/v1/generations/${id}`);
    assert.deepEqual([body.sha256, body.reproducible], [sha256, true]);
    const usual = await print({ html: TABLE });
    assert.deepEqual([usual.sha256, usual.reproducible], [undefined, undefined]);
  });

  it('shows its scripts the time that was asked for, in the time zone of the request', async () => {
    const { url } = await print({ html: CLOCK, date: '2024-02-29T12:00:00Z', timezone: 'Asia/Tokyo' });
    const text = await textOf(await download(url));
    const flat = text.replace(/\s+/g, ' ');
    assert.match(flat, /2024-02-29T12:00:00\.000Z \| 1709208000000 \|/);
    assert.match(flat, /Thursday, February 29, 2024 at 9:00:00/);
    assert.match(flat, /Feb 29 2024 21:00:00 GMT\+0900/);
  });

  it('is not called reproducible when it loads something over the network', async () => {
    const { reproducible } = await print({ html: '<img src="http://127.0.0.1:9/x.png"><script></script>', deterministic: true });
    assert.equal(reproducible, false);
  });

  it('is replayed from its request, by its own account only', async () => {
    const { id, sha256 } = await print({ html: CLOCK, deterministic: true });
    const { status, body } = await caller.send<Replay>('POST', `/v1/generations/${id}/replay`);
    assert.deepEqual([status, body.equal, body.sha256, body.original_sha256], [200, true, sha256, sha256]);
    await other.refused('POST', `/v1/generations/${id}/replay`, undefined, 404, 'NOT_FOUND');
    const usual = await print({ html: '<p>x' });
    await caller.refused('POST', `/v1/generations/${usual.id}/replay`, undefined, 409, 'CONFLICT');
  });

  it('can be an item of a batch, and a template can be saved to make such documents', async () => {
    const { body: template } = await caller.send<{ id: string }>('POST', '/v1/templates', {
      name: 'Fixed',
      html_content: CLOCK,
      options: { date: '2024-02-29T12:00:00Z' },
    });
    const alone = await print({ template: template.id });
    const { body: sent } = await caller.send<{ generations: { id: string }[] }>('POST', '/v1/generate/batch', {
      items: [{ template: template.id }, { html: TABLE, deterministic: true }, { html: TABLE, deterministic: true }],
    });
    const ended = await until('the batch to end', async () => {
      const found = await Promise.all(
        sent.generations.map(({ id }) => caller.send<Printed & { status: string }>('GET', `/v1/generations/${id}`)),
      );
      return found.every(({ body }) => body.status === 'completed') ? found.map(({ body }) => body) : undefined;
    });
    assert.ok(alone.sha256);
    // Items have the print engine's own margins.
    assert.ok(ended[0]?.sha256 !== undefined && ended[0].sha256 !== alone.sha256);
    assert.equal(ended[1]?.sha256, ended[2]?.sha256);
    const { body: replay } = await caller.send<Replay>('POST', `/v1/generations/${ended[0].id}/replay`);
    assert.equal(replay.equal, true);
    const moving = await print({ template: template.id, deterministic: false });
    assert.equal(moving.sha256, undefined);
  });

  it('refuses what differs each time, naming the field', async () => {
    const html = '<p>x';
    await refused({ html, deterministic: 'yes' }, 'deterministic');
    await refused({ html, date: 'tomorrow' }, 'date');
    await refused({ html, date: '' }, 'date');
    await refused({ html, deterministic: true, steps: [{ type: 'sign', name: 'Ann', certificate: true }] }, 'steps.0.certificate');
    await refused({ html, deterministic: true, options: { footer: '<span class="page date"></span>' } }, 'options.footer');
  });
});
