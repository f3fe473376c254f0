import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { Caller } from '../support/caller.ts';
import { startHub } from '../support/hub.ts';
import { textOf } from '../support/pdf.ts';
import { endProcess } from '../support/processes.ts';
import { temporaryFolder } from '../support/services.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOR_OTHERS = 0o077;
const NOBODY = '65534';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** Whether another user of the machine can read a file or list a folder; only root can find out by trying. */
function isReadableByOthers(path: string): boolean {
  const ids = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const read = spawnSync('setpriv', [...ids, 'sh', '-c', 'test -d "$1" && ls "$1" || cat "$1"', 'sh', path]);
  return read.status === 0;
}

/** Whatever was made below a folder that others might read, were it not for the folders above. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const { mode } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { mode: 0 };
    return (mode & FOR_OTHERS) !== 0;
  });
}

describe('the data folder', function () {
  this.timeout(180_000);

  it('is closed to other users of the machine, also when it was open before, and the browser still works', async () => {
    const folder = temporaryFolder('permissions');
    chmodSync(folder.path, 0o755);
    const data = join(folder.path, 'data');
    const port = await freePort();
    for (const name of ['.', 'db', 'storage', 'storage/files', 'quickstart', 'previews']) mkdirSync(join(data, name), { recursive: true });
    for (const name of ['.', 'db', 'storage', 'quickstart']) chmodSync(join(data, name), 0o755);
    const before = join(data, 'storage/files/from-before.pdf');
    writeFileSync(before, 'from an earlier version', { mode: 0o644 });
    const { PLATEN_CONFIG: _, PLATEN_MONGO_URL: __, ...env } = process.env;
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { ...env, PLATEN_DATA: data, PLATEN_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await until(
        'the hub',
        () => (output.includes('Platen is ready.') ? true : child.exitCode === null ? undefined : assert.fail(output)),
        120_000,
      );
      const key = readFileSync(join(data, 'quickstart/api-key'), 'utf8').trim();
      const caller = new Caller(`http://127.0.0.1:${String(port)}`, key, { accountId: '', email: '', keyId: '' });
      assert.equal(await textOf(await caller.pdf({ html: '<p>private' })), 'private');

      for (const name of ['.', 'db', 'storage', 'quickstart']) assert.equal(modeOf(join(data, name)), 0o700, name);
      const database = readdirSync(join(data, 'db'));
      assert.ok(
        database.some((name) => /^embedded\.h2|^mongod$/.test(name)),
        database.join(),
      );
      const made = ['db', 'storage', 'quickstart'].flatMap((name) => openToOthers(join(data, name)).map((path) => `${name}/${path}`));
      assert.deepEqual(made.sort(), ['storage/files', 'storage/files/from-before.pdf'], 'what is made from now on is closed itself');
      if (process.getuid?.() === 0)
        for (const path of [data, before, join(data, 'quickstart/api-key'), ...database.map((name) => join(data, 'db', name))])
          assert.ok(!isReadableByOthers(path), path);
    } finally {
      await endProcess(child, 'SIGTERM');
      folder.remove();
    }
  });

  it('is left as it is where it is no folder of ours alone', async () => {
    const folder = temporaryFolder('shared');
    chmodSync(folder.path, 0o1777);
    const hub = await startHub({ dataFolder: folder.path });
    await hub.stop();
    assert.equal(statSync(folder.path).mode & 0o7777, 0o1777);
    assert.equal(modeOf(join(folder.path, 'storage')), 0o700);
    folder.remove();
  });
});

describe('a backup', function () {
  this.timeout(120_000);

  it('can be read by its owner only, also in a folder that others could enter', async () => {
    const folder = temporaryFolder('backup-modes');
    chmodSync(folder.path, 0o755);
    const hub = await startHub();
    try {
      const caller = await hub.account();
      await caller.generate({ html: '<p>kept' });
      const given = join(folder.path, 'given');
      mkdirSync(given, { mode: 0o755 });
      await hub.command('backup', given);
      await hub.command('export', caller.email, join(folder.path, 'made'));
      for (const name of ['given', 'made']) {
        assert.equal(modeOf(join(folder.path, name)), 0o700, name);
        assert.deepEqual(openToOthers(join(folder.path, name)), [], name);
        if (process.getuid?.() === 0) assert.ok(!isReadableByOthers(join(folder.path, name, 'manifest.json')));
      }
      await assert.rejects(hub.command('backup', ROOT), /is not empty/);
      assert.notEqual(modeOf(ROOT), 0o700, 'a folder that is refused is not changed');
    } finally {
      await hub.stop();
      folder.remove();
    }
  });
});
