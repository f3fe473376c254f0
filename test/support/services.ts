import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../db/cache-folder.ts';
import { startManagedMongo } from '../../db/managed-mongo.ts';
import { endProcess } from './processes.ts';

export function temporaryFolder(name: string): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `platen-test-${name}-`));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A database on a folder of its own. */
export async function startMongo(folder: string, { inMemory = false } = {}) {
  return startManagedMongo({
    inMemory,
    url: process.env['PLATEN_TEST_MONGO_URL'],
    folder,
    cache: cacheFolder(process.env),
    env: process.env,
    onProgress: (line) => {
      console.log(line);
    },
  });
}

export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface RedisProcess {
  readonly url: string;
  kill(): Promise<void>;
}

export async function startRedis(port: number): Promise<RedisProcess> {
  const child: ChildProcess = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error('redis-server ended'));
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${String(port)}`,
    kill: async () => {
      await endProcess(child, 'SIGKILL');
    },
  };
}
