import assert from 'node:assert/strict';
import { finished, submit } from '../../support/batches.ts';
import { type Caller, download } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { type LocalServer, localServer } from '../../support/local-server.ts';
import { readPdf, textOf } from '../../support/pdf.ts';

const html = (body: string): readonly [number, Record<string, string>, string] => [
  200,
  { 'content-type': 'text/html; charset=utf-8' },
  body,
];
const ANSWERS: Readonly<Record<string, readonly [number, Record<string, string>, string]>> = {
  '/page': html(
    '<!doctype html><title>The page</title><link rel=stylesheet href="style.css"><p>Grüße <a href="/next">next</a></p><p id=at></p><script src="script.js"></script>',
  ),
  '/style.css': [200, { 'content-type': 'text/css' }, 'p { color: #f00 }'],
  '/script.js': [
    200,
    { 'content-type': 'text/javascript' },
    'document.getElementById("at").textContent = location.pathname; setTimeout(() => document.body.append("later"), 1000)',
  ],
  '/policy': [
    200,
    { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; style-src 'none'" },
    '<p>strict</p><p class="hidden">not to be seen</p>',
  ],
  '/label': html('<style>@page { size: 100mm 50mm; margin: 0 }</style><p>label'),
  '/lost-picture': html('<img src="/gone.png"><p>text'),
  '/moved': [302, { location: '/page' }, ''],
  '/missing': [404, { 'content-type': 'text/html' }, '<p>not here'],
  '/broken': [503, { 'content-type': 'text/html' }, '<p>later'],
  '/file': [200, { 'content-type': 'application/pdf' }, '%PDF-1.7'],
  '/loop': [302, { location: '/loop' }, ''],
  '/leaves': [302, { location: 'http://127.0.0.2:8099/' }, ''],
};

describe('a page of the web', () => {
  let hub: TestHub;
  let caller: Caller;
  let server: LocalServer;
  let site: string;
  const asked: string[] = [];
  before(async () => {
    server = await localServer(({ url = '' }, response) => {
      asked.push(url);
      const [status, headers, body] = ANSWERS[url] ?? [404, {}, ''];
      response.writeHead(status, headers).end(body);
    });
    site = server.url;
    hub = await startHub({ config: { egress: { allow: [new URL(site).host] } } });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    server.close();
  });

  it('is printed with its styles, scripts and address, finished', async () => {
    const made = await caller.generate({ url: `${site}/page` });
    assert.deepEqual(made.warnings, []);
    const pdf = await download(made.url);
    assert.match(await textOf(pdf), /Grüße next\s+\/page\s+later/);
    assert.match(Buffer.from(pdf).toString('latin1'), /\/Title \(The page\)/);
    const { body } = await caller.send<{ input_type: string; template_id: null }>('GET', `/v1/generations/${made.id}`);
    assert.deepEqual([body.input_type, body.template_id], ['url', null]);
  });

  it('is found behind redirects', async () => {
    assert.match(await textOf(await caller.pdf({ url: `${site}/moved` })), /\/page/);
  });

  it('gets the styles, header and options of the request, whatever its own policy forbids', async () => {
    const styles = '.hidden { display: none } @page { @bottom-left { content: "in the margin" } }';
    const options = { format: { width: '4in', height: '3in' }, header: '<p style="font-size:9px">{{who}}, {{pageNumber}}</p>' };
    const [page] = await readPdf(await caller.pdf({ url: `${site}/policy`, styles, options, data: { who: 'Ada' } }));
    assert.match(page?.text ?? '', /strict/);
    assert.doesNotMatch(page?.text ?? '', /not to be seen/);
    assert.match(page?.text ?? '', /Ada, 1/);
    assert.deepEqual([page?.width, page?.height], [288, 216]);
  });

  it('has the paper of its own @page rule where options leave that to it', async () => {
    const [page] = await readPdf(await caller.pdf({ url: `${site}/label` }));
    assert.deepEqual([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)], [283, 142]);
    const [asked] = await readPdf(await caller.pdf({ url: `${site}/label`, options: { format: 'Letter' } }));
    assert.deepEqual([asked?.width, asked?.height], [612, 792]);
  });

  it('warns of what it lacks, and is refused for that when strict', async () => {
    const { warnings } = await caller.generate({ url: `${site}/lost-picture` });
    assert.deepEqual(
      warnings.map(({ code, subject }) => [code, subject]),
      [['ASSET_FAILED', `${site}/gone.png`]],
    );
    await caller.refused('POST', '/v1/generate', { url: `${site}/lost-picture`, strict: true }, 400, 'VALIDATION_ERROR', ['url']);
  });

  it('is a picture, an item of a batch, and what connectors make, too', async () => {
    const picture = await caller.generate({ url: `${site}/page`, image: { width: 320 } });
    assert.equal(Buffer.from(await download(picture.url)).toString('latin1', 1, 4), 'PNG');
    const { batch_id } = await submit(caller, { items: [{ url: `${site}/page` }, { html: '<p>x' }] });
    assert.equal((await finished(caller, batch_id)).completed, 2);
    const { body } = await caller.send<{ url: string }>('POST', '/v1/integrations/actions/generate', { url: `${site}/page`, format: 'A4' });
    assert.match(await textOf(await download(body.url)), /Grüße/);
  });

  it('that does not answer with a page is refused, saying why', async () => {
    for (const [path, reason] of [
      ['/missing', /the server answered 404/],
      ['/broken', /the server answered 503/],
      ['/file', /answers with a file and not with a page/],
      ['/loop', /too many redirects/],
      ['/leaves', /its address is not allowed or does not answer/],
    ] as const) {
      const { fields } = await caller.refused('POST', '/v1/generate', { url: site + path }, 400, 'VALIDATION_ERROR', ['url']);
      assert.match(fields?.[0]?.message ?? '', reason);
    }
    assert.deepEqual((await caller.send<{ data: unknown[] }>('GET', '/v1/generations?status=failed')).body.data, []);
  });

  it('at an address that egress rules refuse is not loaded', async () => {
    for (const url of [
      'http://127.0.0.1:8099/',
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost:8099/',
      'https://10.0.0.1/',
    ]) {
      const { fields } = await caller.refused('POST', '/v1/generate', { url }, 400, 'VALIDATION_ERROR', ['url']);
      assert.match(fields?.[0]?.message ?? '', /its address is not allowed or does not answer/);
    }
  });

  it('is named by an http or https address, alone', async () => {
    for (const url of [
      '',
      'page',
      '/page',
      'file:///etc/passwd',
      'data:text/html,x',
      'chrome://version',
      'javascript:1',
      'http://a:b@example.com',
      5,
      null,
    ])
      await caller.refused('POST', '/v1/generate', { url }, 400, 'VALIDATION_ERROR', ['url']);
    await caller.refused('POST', '/v1/generate', { url: `${site}/page`, html: 'x' }, 400, 'VALIDATION_ERROR', ['url']);
    await caller.refused('POST', '/v1/generate', { url: `${site}/page`, base_url: site }, 400, 'VALIDATION_ERROR', ['base_url']);
    await caller.refused('POST', '/v1/integrations/actions/generate', { url: `${site}/page`, html: 'x' }, 400, 'VALIDATION_ERROR', ['url']);
  });

  it('keeps nothing for the next account: cookies, storage and workers end with it', async () => {
    const other = await hub.account();
    const path = '/remembers';
    Object.assign(ANSWERS, {
      [path]: [
        200,
        { 'content-type': 'text/html', 'set-cookie': 'seen=1; Max-Age=9999' },
        '<p id=a></p><script>a.textContent = "before: " + document.cookie + (localStorage.seen ?? ""); localStorage.seen = "yes"</script>',
      ],
    });
    for (const one of [caller, other, caller]) assert.match(await textOf(await one.pdf({ url: site + path })), /^before: (seen=1)?$/);
  });
});
