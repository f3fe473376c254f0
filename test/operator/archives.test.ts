import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { finished, submit } from '../support/batches.ts';
import { Caller, download } from '../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../support/hub.ts';
import { textOf } from '../support/pdf.ts';
import { temporaryFolder } from '../support/services.ts';
import { until } from '../support/until.ts';

interface Manifest {
  readonly collections: readonly { readonly name: string; readonly documents: number; readonly sha256: string }[];
  readonly files: readonly { readonly key: string }[];
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** An account with something of everything. */
async function furnish(hub: TestHub): Promise<{ owner: Caller; template: string; document: string; batch: string }> {
  const owner = await hub.account();
  const made = await owner.send<{ id: string }>('POST', '/v1/templates', { name: 'Letter', html_content: '<p>Dear {{name}}' });
  await owner.send('PUT', `/v1/templates/${made.body.id}`, { html_content: '<p>Dearest {{name}}' });
  const { id } = await owner.generate({ template: made.body.id, data: { name: 'Åsa' }, filename: 'letter.pdf' });
  const { batch_id } = await submit(owner, { items: [{ html: '<p>one' }, { html: '<p>two' }], result: 'merged' });
  await finished(owner, batch_id);
  await owner.send('POST', '/v1/integrations/hooks', { event: 'generation.completed', target_url: 'https://hooks.example.com/x' });
  return { owner, template: made.body.id, document: id, batch: batch_id };
}

/** Waits for the counters that are written a moment after the documents they count. */
async function settled(hub: TestHub): Promise<void> {
  const connection = await openDatabase(hub.database);
  const isSettled = async (): Promise<boolean> => {
    const open = await connection.collection('usage').countDocuments({ journal: { $ne: [] } });
    const counters = await connection.collection<{ bytes: number }>('stored_bytes').find().toArray();
    const files = globSync('**/*.pdf', { cwd: hub.dataFolder });
    const size = files.reduce((sum, file) => sum + statSync(join(hub.dataFolder, file)).size, 0);
    return open === 0 && counters.reduce((sum, { bytes }) => sum + bytes, 0) === size;
  };
  try {
    await until('settled counters', async () => ((await isSettled()) ? true : undefined));
  } finally {
    await connection.close();
  }
}

/** Writes the manifest of a forged archive, with checksums that are right. */
function sign(folder: string, manifest: Manifest): void {
  const checksum = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  const collections = manifest.collections.map((one) => ({
    ...one,
    sha256: checksum(join(folder, 'collections', `${one.name}.jsonl.gz`)),
  }));
  const files = manifest.files.map((one) => {
    const path = join(folder, 'files', 'storage', one.key);
    return { ...one, size: statSync(path).size, sha256: checksum(path) };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, collections, files }));
}

const at = (hub: TestHub, { key, accountId, email, keyId }: Caller): Caller => new Caller(hub.url, key, { accountId, email, keyId });

async function assertSame(hub: TestHub, there: Awaited<ReturnType<typeof furnish>>): Promise<void> {
  const owner = at(hub, there.owner);
  const { body } = await owner.send<{ url: string }>('GET', `/v1/generations/${there.document}`);
  assert.equal(await textOf(await download(body.url)), 'Dearest Åsa');
  const batch = await finished(owner, there.batch);
  assert.match(await textOf(await download(batch.result_url ?? '')), /one[\s\S]*two/);
  assert.equal(
    await textOf(await download((await owner.generate({ template: `${there.template}@1`, data: { name: 'Bo' } })).url)),
    'Dear Bo',
  );
  const hooks = await owner.send<{ data: unknown[] }>('GET', '/v1/integrations/hooks');
  assert.equal(hooks.body.data.length, 1);
}

describe('a backup', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('backup');
  const path = join(folder.path, 'monday');
  let hub: TestHub;
  let there: Awaited<ReturnType<typeof furnish>>;
  before(async () => {
    hub = await startHub();
    there = await furnish(hub);
    await settled(hub);
    assert.match(await hub.command('backup', path), /^\d+ records of \d+ collections and 4 files are in .*monday\./);
  });
  after(async () => {
    await hub.stop();
    folder.remove();
  });

  it('brings back everything in another database and on another disk, keys and links included', async () => {
    const secret = readFileSync(join(hub.dataFolder, 'storage', 'link-secret'), 'utf8');
    const fresh = await startHub({ plugins: { storage: { config: { linkSecret: secret } } } });
    try {
      assert.match(await fresh.command('restore', path), /collections and 4 files were restored; start the hub\./);
      await assertSame(fresh, there);
      const { body } = await at(hub, there.owner).send<{ url: string }>('GET', `/v1/generations/${there.document}`);
      assert.equal(await textOf(await download(body.url.replace(hub.url, fresh.url))), 'Dearest Åsa', 'links from before lead to the file');
    } finally {
      await fresh.stop();
    }
  });

  it('keeps every type of the database: dates, bytes, numbers', async () => {
    const fresh = await startHub();
    const [before, after] = await Promise.all([openDatabase(hub.database), openDatabase(fresh.database)]);
    try {
      await fresh.command('restore', path);
      for (const { name } of manifestOf(path).collections) {
        const rows = (of: typeof before) => of.collection(name).find().sort({ _id: 1 }).toArray();
        if (!['sessions', 'migrations', 'logged_requests'].includes(name)) assert.deepEqual(await rows(after), await rows(before), name);
      }
    } finally {
      await before.close();
      await after.close();
      await fresh.stop();
    }
  });

  it('is not put over anything, and not written over anything', async () => {
    await assert.rejects(hub.command('restore', path), /the database is not empty \(accounts\)/);
    await assert.rejects(hub.command('backup', path), /is not empty; name a new folder/);
    await assert.rejects(hub.command('backup'), /backup FOLDER/);
  });

  it('is refused when it is damaged, unfinished or something else', async () => {
    const fresh = await startHub();
    try {
      const broken = join(folder.path, 'broken');
      await hub.command('backup', broken);
      const generations = join(broken, 'collections', 'generations.jsonl.gz');
      const whole = readFileSync(generations);
      writeFileSync(generations, gzipSync(gunzipSync(whole).toString().replace('completed', 'forgotten')));
      await assert.rejects(fresh.command('restore', broken), /the archive is damaged: collection generations is not what was written/);
      writeFileSync(generations, whole);
      const file = join(broken, 'files', 'storage', manifestOf(broken).files[0]?.key ?? '');
      const bytes = readFileSync(file);
      bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
      writeFileSync(file, bytes);
      await assert.rejects(fresh.command('restore', broken), /the archive is damaged: .* is not what was written/, 'of the same size');
      writeFileSync(file, 'short');
      await assert.rejects(fresh.command('restore', broken), /the archive is damaged: .* has not \d+ bytes/);
      const manifest = join(broken, 'manifest.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"format": 2', '"format": 3'));
      await assert.rejects(fresh.command('restore', broken), /holds no archive of this version of Platen/);
      writeFileSync(manifest, 'not JSON');
      await assert.rejects(fresh.command('restore', broken), /holds no archive of this version of Platen/);
      rmSync(manifest);
      await assert.rejects(fresh.command('restore', broken), /holds no finished archive/);
      await assert.rejects(fresh.command('import', path), /holds an archive of another kind: backup/);
      const database = await openDatabase(fresh.database);
      assert.equal(await database.collection('accounts').countDocuments(), 0);
      await database.close();
    } finally {
      await fresh.stop();
    }
  });
});

describe('an exported account', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('export');
  const path = join(folder.path, 'account');
  let hub: TestHub;
  let other: TestHub;
  let there: Awaited<ReturnType<typeof furnish>>;
  let neighbour: Caller;
  before(async () => {
    hub = await startHub();
    other = await startHub();
    there = await furnish(hub);
    neighbour = await hub.account();
    await neighbour.generate({ html: '<p>NEIGHBOUR' });
    assert.match(await hub.command('export', there.owner.email, path), /^\d+ records and 4 files of /);
  });
  after(async () => {
    await hub.stop();
    await other.stop();
    folder.remove();
  });

  it('goes on elsewhere under its own ids and keys, and has what it had', async () => {
    assert.match(await other.command('import', path), /is here with 4 files, under the same ids and keys/);
    await assertSame(other, there);
    const [account] = JSON.parse(await other.command('account', 'list', '--json')) as { operator: boolean; hasPassword: boolean }[];
    assert.deepEqual([account?.operator, account?.hasPassword], [false, false]);
  });

  it('is not imported twice', async () => {
    await assert.rejects(other.command('import', path), /has .* already|has an account here already/);
    await assertSame(other, there);
  });

  it('holds nothing of other accounts', () => {
    for (const { name } of manifestOf(path).collections) {
      const text = gunzipSync(readFileSync(join(path, 'collections', `${name}.jsonl.gz`))).toString();
      assert.ok(!text.includes(neighbour.accountId) && !text.includes(neighbour.email), name);
    }
    assert.equal(manifestOf(path).files.length, 4);
  });

  it('cannot bring records of somebody else in, nor make itself an operator', async () => {
    const forged = join(folder.path, 'forged');
    await hub.command('export', neighbour.email, forged);
    const manifest = manifestOf(forged);
    const forge = (name: string, change: (text: string) => string): void => {
      const file = join(forged, 'collections', `${name}.jsonl.gz`);
      writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
    };
    forge('generations', (text) => text.replaceAll(neighbour.accountId, there.owner.accountId));
    await assert.rejects(other.command('import', forged), /damaged/);
    sign(forged, manifest);
    await assert.rejects(other.command('import', forged), /generations has a record of another account/);
    assert.doesNotMatch(await other.command('account', 'list'), new RegExp(neighbour.email));
  });

  it('never leads its account to a file of somebody else, whether it names it or brings it', async () => {
    const victim = await other.account();
    await victim.generate({ html: '<p>VICTIM' });
    const database = await openDatabase(other.database);
    const [stolen] = await database.collection<{ file: { key: string } }>('generations').find({ accountId: victim.accountId }).toArray();
    await database.close();
    const key = stolen?.file.key ?? assert.fail('the victim has no file');

    const thief = await hub.account();
    await thief.generate({ html: '<p>THIEF' });
    const archive = join(folder.path, 'thief');
    await hub.command('export', thief.email, archive);
    const manifest = manifestOf(archive);
    const own = manifest.files[0]?.key ?? '';
    const records = join(archive, 'collections', 'generations.jsonl.gz');
    const write = (text: string): void => writeFileSync(records, gzipSync(text));
    const before = gunzipSync(readFileSync(records)).toString();

    write(before.replaceAll(own, key));
    sign(archive, manifest);
    await assert.rejects(other.command('import', archive), /generations names the file .* which lies here and is not in the archive/);

    write(before.replace(`"key":"${own}"`, `"key":["${key}"]`));
    sign(archive, manifest);
    await assert.rejects(other.command('import', archive), /holds no file in file/);

    write(before.replaceAll(own, key));
    const path = (name: string): string => join(archive, 'files', 'storage', name);
    mkdirSync(dirname(path(key)), { recursive: true });
    renameSync(path(own), path(key));
    sign(archive, { ...manifest, files: manifest.files.map((one) => ({ ...one, key })) });
    await assert.rejects(other.command('import', archive), /lies here already and may be another account's/);

    assert.doesNotMatch(await other.command('account', 'list'), new RegExp(thief.email));
    const { body } = await victim.send<{ data: { url: string }[] }>('GET', '/v1/generations');
    assert.equal(await textOf(await download(body.data[0]?.url ?? '')), 'VICTIM');
  });

  it('needs an account that exists and a folder', async () => {
    await assert.rejects(hub.command('export', 'nobody@example.com', join(folder.path, 'x')), /there is no account nobody@example\.com/);
    await assert.rejects(hub.command('export', there.owner.email), /export EMAIL FOLDER/);
    await assert.rejects(hub.command('import'), /import FOLDER/);
    await assert.rejects(hub.command('export', there.owner.email, path), /is not empty/);
  });
});
