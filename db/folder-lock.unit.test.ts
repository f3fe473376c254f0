import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from './folder-lock.ts';

const LOCK_AND_WAIT = `import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))};
lockFolder(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`;

describe('lockFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-lock-'));
  const lock = join(folder, 'lock');
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('gives a folder to one process, and to the next when that is gone or is another program by now', async () => {
    const owner = spawn(process.execPath, ['--input-type=module', '-e', LOCK_AND_WAIT, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(owner.stdout, 'data');
      const held = readFileSync(lock, 'utf8');
      assert.throws(() => lockFolder(folder), new RegExp(`another Platen \\(process ${String(owner.pid)}\\) uses the data folder`));
      if (process.platform === 'linux') {
        writeFileSync(lock, held.replace(/\d+$/, '1'));
        lockFolder(folder)();
      }
      writeFileSync(lock, held);
      const ended = once(owner, 'exit');
      owner.kill('SIGKILL');
      await ended;
      const free = lockFolder(folder);
      assert.match(readFileSync(lock, 'utf8'), new RegExp(`^${String(process.pid)} `));
      free();
      assert.throws(() => readFileSync(lock));
    } finally {
      owner.kill('SIGKILL');
    }
  });

  it('takes over a lock without a start whose pid another program has', function () {
    if (process.platform !== 'linux') this.skip();
    writeFileSync(lock, `${String(process.ppid)}\n`);
    lockFolder(folder)();
  });

  it('takes over a lock whose owner nobody can read any more', () => {
    writeFileSync(lock, '');
    lockFolder(folder)();
  });
});
