import type { Logger } from 'pino';
import { ComposePool } from './compose/pool.ts';
import { HUB_ACCOUNT, type RenderWarning } from './contract.ts';

const MAX_FILES = 300;
const READ_LIMIT_MS = 60_000;
const MAX_LISTED = 10;

/** Joiners, variation selectors, spaces, controls and private use: drawn by nothing or by whoever defined them. */
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufe00-\ufe0f]$/u;

/** Every code point that one of these font files has a glyph for. */
export async function codePointsOf(files: readonly string[]): Promise<ReadonlySet<number>> {
  const pool = new ComposePool({ size: 1, reserve: 0, limitMs: READ_LIMIT_MS, what: 'fonts' });
  try {
    return new Set(await pool.run(HUB_ACCOUNT, 'coverage', { files: files.slice(0, MAX_FILES) }));
  } finally {
    await pool.close();
  }
}

/** What the installed fonts can draw; read once in the background, no warning is made before. */
export class GlyphCheck {
  #covered: ReadonlySet<number> | undefined;

  read(files: readonly string[], log: Logger): void {
    codePointsOf(files)
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
