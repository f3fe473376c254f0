import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { replaceFile } from './chromium/chromium-install.ts';
import { ComposePool } from './compose/pool.ts';
import { HUB_ACCOUNT, type RenderWarning } from './contract.ts';

const MAX_FILES = 300;
const READ_LIMIT_MS = 60_000;
const MAX_LISTED = 10;

/** Joiners, variation selectors, spaces, controls and private use: drawn by nothing or by whoever defined them. */
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f]$/u;

/**
 * Every code point that one of these font files has a glyph for. Reading them takes seconds of processor time, so the result is
 * kept in `folder` until a file changes.
 */
export async function codePointsOf(files: readonly string[], folder: string): Promise<ReadonlySet<number>> {
  const read = files.slice(0, MAX_FILES);
  const kept = join(folder, `code-points-${await stateOf(read)}`);
  const known = await readFile(kept).catch(() => undefined); // not read yet
  if (known !== undefined && known.length % BYTES === 0) return new Set(numbersIn(known));
  const pool = new ComposePool({ size: 1, reserve: 0, limitMs: READ_LIMIT_MS, what: 'fonts' });
  try {
    const codes = await pool.run(HUB_ACCOUNT, 'coverage', { files: read });
    await replaceFile(kept, new Uint8Array(codes.buffer), 0o644);
    return new Set(codes);
  } finally {
    await pool.close();
  }
}

const BYTES = Uint32Array.BYTES_PER_ELEMENT;

const numbersIn = ({ buffer, byteOffset, length }: Buffer): Uint32Array =>
  new Uint32Array(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer);

async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return [file, size, mtimeMs];
    }),
  );
  return createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16);
}

/** What the installed fonts can draw; read once in the background, no warning is made before. */
export class GlyphCheck {
  #covered: ReadonlySet<number> | undefined;

  read(files: readonly string[], folder: string, log: Logger): void {
    codePointsOf(files, folder)
      .then((codes) => {
        this.#covered = codes;
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'fonts could not be read; missing glyphs are not reported');
      });
  }

  warnings(codePoints: readonly number[], webFonts: boolean): RenderWarning[] {
    const covered = this.#covered;
    if (covered === undefined) return [];
    const lacking = codePoints.filter((code) => !covered.has(code) && !INVISIBLE.test(String.fromCodePoint(code)));
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
