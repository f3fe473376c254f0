import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished, submit } from '../../support/batches.ts';
import { assertEnvelope, type Caller, download, type Envelope } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { S3Server } from '../../support/s3.ts';
import { until } from '../../support/until.ts';
import { S3Config } from '../../../plugins/storage/s3-config.ts';
import { S3Store } from '../../../plugins/storage/s3-store.ts';

const linkSecret = 'the same on every machine of the hub';
const keyOf = (url: string): string => new URL(url).pathname.replace('/files/', '');
const isReady = async (hub: TestHub): Promise<[number, string | undefined]> => {
  const answer = await fetch(`${hub.url}/readyz`);
  return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks['storage']];
};

describe('files in an S3 bucket', function () {
  this.timeout(400_000);
  let server: S3Server;
  let hub: TestHub;
  let other: TestHub;
  let caller: Caller;
  const storage = (s3: object = {}, rest: object = {}) => ({
    storage: { config: { store: 's3', s3: { ...server.config, ...s3 }, linkSecret, ...rest } },
  });
  before(async () => {
    server = await S3Server.start();
    hub = await startHub({ plugins: storage({ prefix: 'platen/' }) });
    other = await startHub({ database: hub.database, plugins: storage({ prefix: 'platen/', delivery: 'hub' }) });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await other.stop();
    await server.stop();
  });

  it('are written there whole, and read by whoever follows a link, from the bucket itself', async () => {
    const { url, file_size } = await caller.generate({ html: '<p>In a bucket', filename: 'Müller "A".pdf' });
    assert.ok(url.startsWith(`${hub.url}/files/`), 'the link is ours, and outlives the bucket');
    assert.equal(existsSync(server.pathOf(`platen/${keyOf(url)}`)), true);
    assert.equal(existsSync(join(hub.dataFolder, 'storage', 'files')), false, 'nothing lies on the local disk');
    const first = await fetch(url, { redirect: 'manual' });
    const place = new URL(first.headers.get('location') ?? '');
    assert.deepEqual([first.status, first.headers.get('cache-control')], [302, 'no-store']);
    assert.equal(place.origin, server.endpoint);
    assert.equal(place.searchParams.get('X-Amz-Expires'), '300');
    const file = await fetch(url);
    assert.deepEqual(
      ['content-type', 'content-length', 'content-disposition'].map((name) => file.headers.get(name)),
      ['application/pdf', String(file_size), `inline; filename="M_ller _A_.pdf"; filename*=UTF-8''M%C3%BCller%20%22A%22.pdf`],
    );
    assert.equal(await textOf(Buffer.from(await file.arrayBuffer())), 'In a bucket');
    const part = await fetch(url, { headers: { range: 'bytes=0-4' } });
    assert.deepEqual([part.status, await part.text()], [206, '%PDF-']);
    place.searchParams.set('X-Amz-Signature', '0'.repeat(64));
    assert.equal((await fetch(place)).status, 403, 'the server does check signatures');
    assert.equal((await fetch(`${server.endpoint}${place.pathname}`)).status, 403);
  });

  it('are sent by the hub where the bucket is not to be seen, also by another machine than wrote them', async () => {
    const { url, file_size } = await caller.generate({ html: '<p>Behind the hub' });
    const here = url.replace(hub.url, other.url);
    const whole = await fetch(here, { redirect: 'manual' });
    assert.deepEqual([whole.status, whole.headers.get('content-security-policy')], [200, "sandbox; default-src 'none'"]);
    assert.equal(await textOf(Buffer.from(await whole.arrayBuffer())), 'Behind the hub');
    const part = await fetch(here, { headers: { range: 'bytes=-6' } });
    assert.deepEqual(
      [part.status, part.headers.get('content-range'), (await part.text()).trim()],
      [206, `bytes ${String(file_size - 6)}-${String(file_size - 1)}/${String(file_size)}`, '%%EOF'],
    );
  });

  it('serve batches, results and PDF tools like any others, and are removed with their documents', async () => {
    const { batch_id } = await submit(caller, { items: [{ html: '<p>one' }, { html: '<p>two' }], result: 'merged' });
    const { result_url: merged } = (await finished(caller, batch_id)) as unknown as { result_url: string };
    assert.match(await textOf(await download(merged)), /one[\s\S]*two/);
    const { id, url } = await caller.generate({ html: '<p>gone soon' });
    assert.equal((await caller.send('DELETE', `/v1/generations/${id}`)).status, 200);
    assert.equal(existsSync(server.pathOf(`platen/${keyOf(url)}`)), false);
    const answer = await fetch(url);
    assertEnvelope({ status: answer.status, headers: answer.headers, body: (await answer.json()) as Envelope }, 410, 'GONE');
  });

  it('expire by the day, also when there are more than one page of a listing holds', async () => {
    const store = new S3Store(S3Config.parse({ ...server.config, prefix: 'retention/' }));
    const keys = Array.from({ length: 1005 }, (_, n) => `2030/03/01/${String(n).padStart(22, '0')}.pdf`);
    const young = `2030/03/02/${'y'.repeat(22)}.pdf`;
    for (let n = 0; n < keys.length; n += 50) await Promise.all(keys.slice(n, n + 50).map((key) => store.put(key, Buffer.from('x'))));
    await store.put(young, Buffer.from('young'));
    assert.equal(await store.expire(new Date('2030-03-02T10:00:00Z')), 1005);
    assert.deepEqual(await Array.fromAsync(store.list()), [{ key: young, size: 5 }]);
    await assert.rejects(store.open('../secret.pdf'), /not a file key/);
  });

  it('are a 503 while the bucket is away, which the hub survives and says', async () => {
    const { id, url } = await caller.generate({ html: '<p>before' });
    await server.pause();
    const error = await caller.refused('POST', '/v1/generate', { html: '<p>meanwhile' }, 503, 'SERVICE_UNAVAILABLE');
    assert.deepEqual([error.message, error.retry_after], ['The file storage is unavailable. Try again in a few seconds.', 5]);
    assert.equal((await fetch(url)).status, 503);
    assert.deepEqual(await isReady(hub), [200, 'degraded']);
    assert.equal((await caller.send<{ status: string }>('GET', `/v1/generations/${id}`)).body.status, 'completed');
    await server.resume();
    assert.equal(await textOf(await download(url)), 'before');
    assert.equal(await textOf(await download((await caller.generate({ html: '<p>after' })).url)), 'after');
    // The checks of /readyz are shared for a second.
    await until('a ready hub', async () => ((await isReady(hub))[1] === 'ok' ? true : undefined), 5000);
  });

  it('need a bucket that exists, credentials that are right, and one secret for all machines', async () => {
    const refused = (config: object) => startHub({ plugins: { storage: { config } } });
    await assert.rejects(refused({ store: 's3' }), /s3[\s\S]*name at least the bucket|is needed for the store s3/);
    await assert.rejects(refused({ store: 's3', s3: server.config }), /linkSecret|all machines must sign links alike/);
    const start = (s3: object) => startHub({ plugins: storage(s3) });
    await assert.rejects(start({ bucket: 'no-such-bucket' }), /bucket no-such-bucket of .* does not exist; create it/);
    await assert.rejects(start({ secretAccessKey: 'wrong' }), /refuses our credentials; fix storage\.s3\.accessKeyId/);
  });

  it('are moved there from the disk and back, while links stay valid and nothing is copied twice', async () => {
    const prefix = 'moved/';
    const first = await startHub({ plugins: { storage: { config: { s3: { ...server.config, prefix }, linkSecret } } } });
    let second: TestHub | undefined;
    try {
      const owner = await first.account();
      const urls = await Promise.all(['a', 'b', 'c'].map(async (text) => (await owner.generate({ html: `<p>${text}` })).url));
      await assert.rejects(first.command('storage', 'migrate', '--to', 's3'), /still uses the store local: run this with --keep/);
      assert.match(await first.command('storage', 'migrate', '--to', 's3', '--keep'), /^3 files copied, 0 were there already, 0 originals/);
      const late = (await owner.generate({ html: '<p>late' })).url;
      rmSync(server.pathOf(prefix + keyOf(urls[0] ?? '')));

      second = await startHub({ database: first.database, dataFolder: first.dataFolder, plugins: storage({ prefix }) });
      assert.match(await second.command('storage', 'migrate', '--to', 's3'), /^2 files copied, 2 were there already, 4 originals removed/);
      assert.deepEqual(
        readdirSync(join(first.dataFolder, 'storage', 'files'), { recursive: true }).filter((name) => /pdf$/.test(String(name))),
        [],
      );
      const texts = await Promise.all(
        [...urls, late].map(async (url) => textOf(await download(url.replace(first.url, second?.url ?? '')))),
      );
      assert.deepEqual(texts, ['a', 'b', 'c', 'late']);
      assert.match(await second.command('storage', 'migrate', '--to', 's3'), /^0 files copied, 0 were there already/);
      assert.match(
        await first.command('storage', 'migrate', '--to', 'local'),
        /^4 files copied, 0 were there already, 4 originals removed/,
      );
      assert.equal(await textOf(await download(late)), 'late');
      await assert.rejects(first.command('storage', 'migrate'), /storage migrate --to s3\|local/);
      await assert.rejects(first.command('storage', 'migrate', '--to', 'tape'), /storage migrate --to s3\|local/);
    } finally {
      await second?.stop();
      await first.stop();
    }
  });
});
