import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assertEnvelope, type Caller, type Envelope } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { LocalStore } from '../../../plugins/storage/local-store.ts';

describe('links to files', () => {
  let hub: TestHub;
  let caller: Caller;
  let now: Date | undefined;
  before(async () => {
    hub = await startHub({ clock: () => now ?? new Date(), plugins: { storage: { config: { linkSeconds: 3600 } } } });
    caller = await hub.account();
  });
  after(() => hub.stop());

  const ask = async (url: string): Promise<{ status: number; headers: Headers; body: Envelope }> => {
    const response = await fetch(url);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
  };

  it('serve the file with headers that keep it harmless', async () => {
    const { url } = await caller.generate({ html: '<p>x</p>' });
    const { headers } = await fetch(url);
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'content-security-policy', 'referrer-policy', 'cache-control'].map((name) =>
        headers.get(name),
      ),
      ['application/pdf', 'nosniff', "sandbox; default-src 'none'", 'no-referrer', 'private, max-age=300'],
    );
    const head = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, headers.get('content-length')]);
  });

  it('answer ranges', async () => {
    const { url, file_size } = await caller.generate({ html: '<p>x</p>' });
    const part = async (range: string): Promise<[number, string | null, number]> => {
      const response = await fetch(url, { headers: { range } });
      return [response.status, response.headers.get('content-range'), (await response.arrayBuffer()).byteLength];
    };
    const size = String(file_size);
    assert.deepEqual(await part('bytes=0-4'), [206, `bytes 0-4/${size}`, 5]);
    assert.deepEqual(await part('Bytes=0-4'), [206, `bytes 0-4/${size}`, 5]);
    assert.deepEqual(await part('BYTES=0-4'), [206, `bytes 0-4/${size}`, 5]);
    assert.deepEqual(await part('bytes=-5'), [206, `bytes ${String(file_size - 5)}-${String(file_size - 1)}/${size}`, 5]);
    assert.deepEqual(await part('bytes=10-'), [206, `bytes 10-${String(file_size - 1)}/${size}`, file_size - 10]);
    assert.deepEqual((await part('bytes=999999999-')).slice(0, 2), [416, `bytes */${size}`]);
    assert.equal((await part('lines=1-2'))[2], file_size);
  });

  it('cannot be guessed, changed, walked or listed', async () => {
    const { url } = await caller.generate({ html: '<p>x</p>' });
    const other = await caller.generate({ html: '<p>y</p>' });
    const parsed = new URL(url);
    const forged = [
      url.replace(/signature=(.)/, (_, letter) => `signature=${letter === 'A' ? 'B' : 'A'}`),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d/, 'expires=9'),
      url.replace(/name=[^&]*/, 'name=other.pdf'),
      `${new URL(other.url).origin}${new URL(other.url).pathname}${parsed.search}`,
      `${hub.url}/files/2026/11/21/..%2f..%2fsecret.pdf${parsed.search}`,
      `${hub.url}/files/2026/11/21/%00.pdf${parsed.search}`,
      `${hub.url}/files/2026/11/21/${parsed.search}`,
      `${hub.url}/files/`,
      `${hub.url}${parsed.pathname}?name[]=1&expires=1&signature=2`,
    ];
    for (const link of forged) assertEnvelope(await ask(link), 404, 'NOT_FOUND');
  });

  it('have a tag, by which a part continues this file only and nothing is sent twice', async () => {
    const { url } = await caller.generate({ html: '<p>x</p>' });
    const whole = await fetch(url);
    const etag = whole.headers.get('etag') ?? '';
    const size = (await whole.arrayBuffer()).byteLength;
    const part = async (headers: Record<string, string>): Promise<[number, number]> => {
      const answer = await fetch(url, { headers });
      return [answer.status, (await answer.arrayBuffer()).byteLength];
    };
    assert.deepEqual(await part({ range: 'Bytes=0-9' }), [206, 10]);
    assert.deepEqual(await part({ range: 'bytes=0-9', 'if-range': etag }), [206, 10]);
    assert.deepEqual(await part({ range: 'bytes=0-9', 'if-range': '"another"' }), [200, size]);
    assert.deepEqual(await part({ 'if-none-match': etag }), [304, 0]);
  });

  it('expire, and are signed afresh by every GET of the document', async () => {
    const { id, url } = await caller.generate({ html: '<p>x</p>' });
    now = new Date(Date.now() + 2 * 3600_000);
    assertEnvelope(await ask(url), 403, 'LINK_EXPIRED');
    const { body } = await caller.send<{ url: string; url_expires_at: string }>('GET', `/v1/generations/${id}`);
    assert.equal((await fetch(body.url)).status, 200);
    assert.ok(Math.abs(new Date(body.url_expires_at).getTime() - now.getTime() - 3600_000) < 2000);
    now = undefined;
  });

  it('answer 410 once the file is gone, and the document stays readable', async () => {
    const { id, url } = await caller.generate({ html: '<p>x</p>' });
    await rm(join(hub.dataFolder, 'storage', new URL(url).pathname));
    assertEnvelope(await ask(url), 410, 'GONE');
    assertEnvelope(await caller.send('GET', `/v1/generations/${id}/file`), 410, 'GONE');
    assert.equal((await caller.send<{ status: string }>('GET', `/v1/generations/${id}`)).body.status, 'completed');
  });

  it('lead to files that only their owner may read, without leftovers', async () => {
    const { url } = await caller.generate({ html: '<p>x</p>' });
    const path = join(hub.dataFolder, 'storage', new URL(url).pathname);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(hub.dataFolder, 'storage', 'files', 'tmp')), []);
    assert.equal(statSync(join(hub.dataFolder, 'storage', 'link-secret')).mode & 0o777, 0o600);
  });

  it('use the configured address, whatever Host a caller sends', async () => {
    const response = await caller.raw('POST', '/v1/generate', {
      body: { html: 'x' },
      headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    });
    assert.ok(((await response.json()) as { url: string }).url.startsWith(`${hub.url}/files/`));
  });
});

const listed = async (store: LocalStore): Promise<string[]> => (await Array.fromAsync(store.list())).map(({ key }) => key);

describe('retention', () => {
  it('removes whole days that are over and keeps the others', async () => {
    const hub = await startHub({ plugins: { storage: { config: { cdnUrl: 'https://cdn.example.com/p/' } } } });
    try {
      const caller = await hub.account();
      const { url } = await caller.generate({ html: 'x' });
      assert.ok(url.startsWith('https://cdn.example.com/p/2'));
      const folder = join(hub.dataFolder, 'own');
      const store = new LocalStore(folder);
      const [old, young] = [`2030/03/01/${'a'.repeat(22)}.pdf`, `2030/04/02/${'b'.repeat(22)}.pdf`] as const;
      for (const key of [young, old]) await store.put(key, Buffer.from(key));
      assert.deepEqual(await listed(store), [old, young]);
      assert.equal(await store.expire(new Date('2030-03-03T00:00:00Z')), 1);
      assert.equal(existsSync(join(folder, old)), false);
      assert.equal(existsSync(join(folder, '2030/03')), false);
      assert.deepEqual(await listed(store), [young]);
      await assert.rejects(store.open(old), { code: 'GONE', status: 410 });
      await assert.rejects(store.open('../secret.pdf'), /not a file key/);
    } finally {
      await hub.stop();
    }
  });
});
