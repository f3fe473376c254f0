import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, ROOT_CACHE_FOLDER } from '../../../db/cache-folder.ts';
import { type Confinement, PROGRAM_FILES, startConfined } from './confinement.ts';
import { PROGRAM } from './worker.ts';

const LIMIT_MS = 20_000;

let made: Promise<string> | undefined;

/**
 * The folder with the compiled code of the program that reads PDFs, made once for each state of its files. It saves half of
 * a start from the sources, whose types need not be removed again, and more of the first request; little of a start as built.
 * @throws Error when the folder cannot be made
 * @returns undefined where nothing would keep the program from changing what the next ones run
 */
export async function codeCacheOf(confinement: Confinement): Promise<string | undefined> {
  return confinement.hasLimits ? (made ??= make(confinement)) : undefined;
}

async function make(confinement: Confinement): Promise<string> {
  const { uid } = confinement;
  const isForOthers = uid !== undefined && !process.env['PLATEN_CACHE'];
  const parent = join(isForOthers ? ROOT_CACHE_FOLDER : cacheFolder(process.env), 'pdf-tools');
  const folder = join(parent, await stateOf(uid));
  if (existsSync(folder)) return folder;
  await mkdir(parent, { recursive: true, mode: 0o755 });
  const making = await mkdtemp(`${folder}-`);
  try {
    if (uid !== undefined) await chown(making, uid, uid);
    await fill(making, confinement);
    if ((await readdir(making)).length === 0) throw new Error(`processes of user ${String(uid)} cannot write into ${parent}`);
    if (uid !== undefined) await own(making);
    // Another process may have been faster.
    await rename(making, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Changes with every file of the program, and with what runs it. */
async function stateOf(uid: number | undefined): Promise<string> {
  const files = await Promise.all(PROGRAM_FILES.map(async (path) => ((await stat(path)).isFile() ? [path] : filesBelow(path))));
  const known = await Promise.all(
    files.flat().map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return `${path} ${String(size)} ${String(mtimeMs)}`;
    }),
  );
  return createHash('sha256')
    .update([process.version, process.arch, String(uid), ...known.sort()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Node writes what it compiled when the program ends. */
async function fill(folder: string, confinement: Confinement): Promise<void> {
  const child = startConfined(confinement, { run: [...PROGRAM, '[]', 'compile'], readable: [], codeCache: { folder, isNew: true } });
  child.on('error', () => undefined); // also rejects what is awaited below
  child.stderr?.resume();
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const ended = once(child, 'exit', { signal });
    await Promise.race([once(child, 'message', { signal }), ended]);
    if (child.connected) child.disconnect();
    const [status] = (await ended) as [number | null];
    if (status !== 0) throw new Error(`the program that reads PDFs ended with ${String(status)} while its code was compiled`);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Takes the files from the user that wrote them, each folder before what lies in it, and lets that user read them. */
async function own(folder: string): Promise<void> {
  await chown(folder, 0, 0);
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await own(path);
    else if (!entry.isFile()) throw new Error(`${path} is neither a file nor a folder`);
    else {
      await chown(path, 0, 0);
      await chmod(path, 0o644);
    }
  }
}
