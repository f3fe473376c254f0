import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { cacheFolder } from '../../db/cache-folder.ts';

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly brotli: Buffer;
}

/** What a build makes. */
export interface Bundle {
  readonly files: ReadonlyMap<string, Asset>;
  /** Of the bundle of an entry. */
  readonly names: ReadonlyMap<string, string>;
  readonly styles: ReadonlyMap<string, string>;
  /** Every file that went into it. */
  readonly inputs: readonly string[];
}

interface KeptBundle extends Bundle {
  /** Hash of all that went into it. */
  readonly state: string;
}

/** Decides how bundles are built: another one makes all that is kept worthless. */
const BUILDERS = [import.meta.filename, join(import.meta.dirname, 'assets.ts'), join(import.meta.dirname, '../../package.json')];

/**
 * The bundle of these entries as it is kept, or else as `build` makes it. What cannot be kept is built at every start.
 */
export async function kept(entries: readonly string[], build: (entries: readonly string[]) => Promise<Bundle>): Promise<Bundle> {
  const folder = join(cacheFolder(process.env), 'dashboard');
  const file = join(folder, createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16));
  const known = await read(file);
  if (known !== undefined && known.state === (await stateOf(known.inputs))) return known;
  const bundle = await build(entries);
  const state = await stateOf(bundle.inputs);
  if (state !== undefined) await write(folder, file, { ...bundle, state }).catch(() => undefined); // a folder that may not be written
  return bundle;
}

async function read(file: string): Promise<KeptBundle | undefined> {
  try {
    return deserialize(await readFile(file)) as KeptBundle; // written below, in a folder of our own
  } catch {
    return undefined; // nothing is kept, or it was cut off
  }
}

async function write(folder: string, file: string, bundle: KeptBundle): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, serialize(bundle), { mode: 0o600 });
  await rename(temporary, file);
}

/** Undefined when a file is gone. */
async function stateOf(inputs: readonly string[]): Promise<string | undefined> {
  try {
    const hash = createHash('sha256');
    for (const content of await Promise.all([...BUILDERS, ...inputs].map((input) => readFile(input)))) {
      hash.update(String(content.length)).update(content);
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
