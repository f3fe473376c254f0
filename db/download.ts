import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A download that brings no byte for this long is given up. */
const STALL_MS = 5000;
const PAUSE_MS = 100;
const OFFICIAL = 'https://fastdl.mongodb.org';

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Resolves after some time in which answers could be heard: what the process spends on code that it reads meanwhile does not count. */
async function listened(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += PAUSE_MS) await pause(PAUSE_MS, undefined, { ref: false });
}

async function isReachable(url: string): Promise<boolean> {
  const silent = new AbortController();
  void listened(STALL_MS).then(() => silent.abort());
  return fetch(url, { method: 'HEAD', signal: silent.signal }).then(
    () => true,
    () => false,
  );
}

/** Rejects once the folder has not grown for a while. */
async function stalled(folder: string, ended: AbortSignal): Promise<never> {
  for (let size = -1; ;) {
    await listened(STALL_MS);
    const now = sizeOf(folder);
    if (now === size || ended.aborted) throw new Error(`nothing arrived for ${String(STALL_MS / 1000)} s`);
    size = now;
  }
}

/** Fetches a real mongod through mongodb-memory-server's binary manager; undefined when the network refuses. */
export async function downloadMongod(
  folder: string,
  env: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<string | undefined> {
  const mirror = env['MONGOMS_DOWNLOAD_MIRROR'] ?? OFFICIAL;
  if (sizeOf(folder) === 0 && !(await isReachable(mirror))) return undefined;
  const { MongoBinary } = await import('mongodb-memory-server-core');
  const ended = new AbortController();
  onProgress('looking for a MongoDB server to download (once, about 100 MB)');
  try {
    return await Promise.race([MongoBinary.getPath({ downloadDir: folder }), stalled(folder, ended.signal)]);
  } catch (error) {
    onProgress(`MongoDB could not be downloaded: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    return undefined;
  } finally {
    ended.abort();
  }
}
