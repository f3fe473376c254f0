import { spawn, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const NETWORK_FAULT =
  /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET|network|timed? ?out|TLS handshake|connection (?:reset|refused)|unexpected EOF|could not (?:transfer|resolve)|no plugin found for prefix|from versions: none|no such host|dial tcp|HTTP status 5\d\d|\b50[234]\b/i;
const LAST_WORDS = 8000;

/** Runs a program to its end within the time that is left; rejects with its last words. */
export type Run = (command: string, args: readonly string[], options?: Pick<SpawnOptions, 'cwd' | 'env'>) => Promise<void>;

export interface Preparation {
  /** As in "preparing the S3 server". */
  readonly name: string;
  readonly limitMinutes: number;
  isReady(): boolean;
  make(run: Run): Promise<void>;
}

/** A folder of the cache that exists only when it is whole. */
export function cachedIn(folder: string, make: (fresh: string, run: Run) => Promise<void>): Pick<Preparation, 'isReady' | 'make'> {
  return {
    isReady: () => existsSync(folder),
    async make(run) {
      const fresh = `${folder}.${String(process.pid)}`;
      mkdirSync(fresh, { recursive: true });
      try {
        await make(fresh, run);
        if (!existsSync(folder)) renameSync(fresh, folder); // else another run of the suite was faster
      } finally {
        rmSync(fresh, { recursive: true, force: true });
      }
    },
  };
}

/** Where a prepared thing lies, for the tests that use it. */
export function prepared(folder: string): string {
  if (!existsSync(folder)) throw new Error(`${folder} was not prepared: name the test file in test/preparations.ts`);
  return folder;
}

/**
 * What makes something that tests need, once, and tells of it; a fault of the network is tried again once.
 * @returns a function that rejects with an Error of one sentence
 */
export function preparation({ name, limitMinutes, isReady, make }: Preparation): () => Promise<void> {
  return async () => {
    if (isReady()) return;
    const started = performance.now();
    console.log(`preparing ${name} (once, at most ${String(limitMinutes)} minutes)`);
    const limit = AbortSignal.timeout(limitMinutes * 60_000);
    const attempt = async (): Promise<void> => Promise.race([make(runUntil(limit)), over(limit)]);
    try {
      await attempt().catch(async (error: unknown) => {
        if (limit.aborted || !NETWORK_FAULT.test(wordsOf(error))) throw error;
        console.log(`preparing ${name} again, as the network failed: ${reasonIn(wordsOf(error))}`);
        return attempt();
      });
    } catch (cause) {
      const reason = limit.aborted ? `it took longer than ${String(limitMinutes)} minutes` : reasonIn(wordsOf(cause));
      throw new Error(`${name} could not be prepared: ${reason}`, { cause });
    }
    console.log(`prepared ${name} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  };
}

/** Everything that an error and its causes say, the outermost last. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.cause === undefined ? '' : `${wordsOf(error.cause)}\n`}${error.message}`;
}

/** The first line that speaks of an error, else the last one. */
function reasonIn(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return (lines.find((line) => /error|fail/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

async function over(limit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (): void => {
      reject(new Error('the time is over'));
    };
    if (limit.aborted) refuse();
    else limit.addEventListener('abort', refuse, { once: true });
  });
}

function runUntil(limit: AbortSignal): Run {
  return async (command, args, options = {}) =>
    new Promise((resolve, reject) => {
      // A group of its own, so that what a package manager started ends with it.
      const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      // Maven says on its standard output what went wrong.
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-LAST_WORDS)));
      const kill = (): void => {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      };
      limit.addEventListener('abort', kill, { once: true });
      child.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ENOENT' ? new Error(`${command} is not installed`) : error);
      });
      child.once('close', (status) => {
        limit.removeEventListener('abort', kill);
        if (status === 0) resolve();
        else reject(new Error(said.trim() === '' ? `${command} ended with status ${String(status)}` : said.trim()));
      });
    });
}
