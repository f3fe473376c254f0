import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { replaceFile } from './chromium/chromium-install.ts';
import { ALIASED_FAMILIES } from './chromium/fonts.ts';
import { ComposePool } from './compose/pool.ts';
import { HUB_ACCOUNT, type RenderWarning } from './contract.ts';

const MAX_FILES = 5000;
const READ_LIMIT_MS = 60_000;
const MAX_LISTED = 10;

/** Joiners, variation selectors, spaces, controls and private use: drawn by nothing or by whoever defined them. */
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f]$/u;

interface KnownFonts {
  readonly codePoints: ReadonlySet<number>;
  /** In small letters. */
  readonly families: ReadonlySet<string>;
}

/** As it is kept: code points as starts and lengths of runs. */
interface KeptFonts {
  readonly runs: readonly number[];
  readonly families: readonly string[];
}

/**
 * What these font files can draw, and the families they are of. Reading them takes seconds of processor time, so the result is
 * kept in `folder` until a file changes.
 */
export async function readKnownFonts(files: readonly string[], folder: string): Promise<KnownFonts> {
  const read = files.slice(0, MAX_FILES);
  const kept = join(folder, `known-fonts-${await stateOf(read)}.json`);
  const known = await readFile(kept, 'utf8').catch(() => undefined); // not read yet
  if (known !== undefined) return fontsOf(JSON.parse(known) as KeptFonts); // written below, whole or not at all
  const pool = new ComposePool({ size: 1, reserve: 0, limitMs: READ_LIMIT_MS, what: 'fonts' });
  try {
    const { codePoints, families } = await pool.run(HUB_ACCOUNT, 'fontFacts', { files: read });
    const facts: KeptFonts = { runs: runsOf(codePoints), families };
    await replaceFile(kept, JSON.stringify(facts), 0o644);
    return fontsOf(facts);
  } finally {
    await pool.close();
  }
}

function runsOf(codePoints: Uint32Array): number[] {
  const runs: number[] = [];
  let last = -1;
  for (const code of codePoints.toSorted()) {
    if (code === last + 1 && runs.length > 0) runs.push((runs.pop() ?? 0) + 1);
    else runs.push(code, 1);
    last = code;
  }
  return runs;
}

function fontsOf({ runs, families }: KeptFonts): KnownFonts {
  const codePoints = new Set<number>();
  for (let i = 0; i < runs.length; i += 2) {
    const [start = 0, length = 0] = runs.slice(i, i + 2);
    for (let code = start; code < start + length; code++) codePoints.add(code);
  }
  return { codePoints, families: new Set([...families, ...ALIASED_FAMILIES].map((name) => name.toLowerCase())) };
}

async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return [file, size, mtimeMs];
    }),
  );
  return createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16);
}

/** The fonts that documents can use; read once in the background, no warning is made before. */
export class InstalledFonts {
  #known: KnownFonts | undefined;

  read(files: readonly string[], folder: string, log: Logger): void {
    readKnownFonts(files, folder)
      .then((known) => {
        this.#known = known;
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'fonts could not be read; missing glyphs and families are not reported');
      });
  }

  /** Whether a family of this name, or one that stands in for it, is there; true as long as that is not known. */
  readonly hasFamily = (name: string): boolean => this.#known?.families.has(name.toLowerCase()) ?? true;

  glyphWarnings(codePoints: readonly number[], webFonts: boolean): RenderWarning[] {
    const known = this.#known;
    if (known === undefined) return [];
    const lacking = codePoints.filter((code) => !known.codePoints.has(code) && !INVISIBLE.test(String.fromCodePoint(code)));
    if (lacking.length === 0) return [];
    const listed = lacking
      .slice(0, MAX_LISTED)
      .map((code) => `${String.fromCodePoint(code)} (U+${code.toString(16).toUpperCase().padStart(4, '0')})`);
    const more = lacking.length > MAX_LISTED ? ` and ${String(lacking.length - MAX_LISTED)} more` : '';
    return [
      {
        code: 'MISSING_GLYPH',
        message: `${webFonts ? 'Unless a web font of the document has them, no' : 'No'} installed font has ${listed.join(', ')}${more}.`,
        subject: listed.join(', '),
      },
    ];
  }
}
