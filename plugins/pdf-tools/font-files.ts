import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { FontFile } from './document/fonts.ts';

const LIMIT_MS = 5000;
/** Scripts that the bundled font lacks. */
const LANGUAGES = 'ja zh-cn zh-tw ko th hi bn ta te ml gu pa am km lo my si bo'.split(' ');
const MATCH_EACH = 'for language do fc-match -f "%{file}\\n%{postscriptname}" ":lang=$language" || exit; printf "\\0"; done';
const run = promisify(execFile);

/**
 * Fonts for forms and signatures that the operator names.
 * @throws Error naming the setting when one is not there
 */
export const namedFonts = (paths: readonly string[]): Promise<FontFile[]> =>
  Promise.all(
    paths.map(async (path) => {
      const real = await realpath(path).catch((cause: unknown) => {
        throw new Error(`pdf-tools.fonts: ${path} cannot be read`, { cause });
      });
      return { path: real };
    }),
  );

let installed: Promise<FontFile[]> | undefined;

/** The named fonts, then what fontconfig has for scripts that the bundled one lacks, asked once in the life of the process. */
export async function withInstalledFonts(named: readonly FontFile[]): Promise<FontFile[]> {
  const all = [...named, ...(await (installed ??= matchLanguages()))];
  const keyOf = ({ path, postscriptName = '' }: FontFile): string => `${path} ${postscriptName}`;
  return [...new Map(all.map((file) => [keyOf(file), file])).values()];
}

/** Asks once for all languages, as starting a process costs more than what it does. Machines without fontconfig have the bundled and the named fonts. */
async function matchLanguages(): Promise<FontFile[]> {
  const { stdout } = await run('sh', ['-c', MATCH_EACH, 'sh', ...LANGUAGES], { timeout: LIMIT_MS }).catch(() => ({ stdout: '' }));
  const matches = stdout.split('\0').map((match) => match.split('\n'));
  return Promise.all(
    matches
      .filter(([path = '']) => /\.(ttf|otf|ttc|otc)$/i.test(path))
      .map(async ([path = '', postscriptName = '']) => ({
        path: await realpath(path),
        ...(/\.(ttc|otc)$/i.test(path) ? { postscriptName } : {}),
      })),
  );
}
