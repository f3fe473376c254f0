import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { FontFile } from './document/fonts.ts';

const LIMIT_MS = 5000;
/** Scripts that the bundled font lacks. */
const LANGUAGES = 'ja zh-cn zh-tw ko th hi bn ta te ml gu pa am km lo my si bo'.split(' ');
const run = promisify(execFile);

/**
 * Fonts for forms and signatures beside the bundled one: those the operator names, then what fontconfig has for scripts it lacks.
 * @throws Error naming the setting when a named one is not there
 */
export async function findFontFiles(named: readonly string[]): Promise<FontFile[]> {
  const own: FontFile[] = [];
  for (const path of named) {
    const real = await realpath(path).catch((cause: unknown) => {
      throw new Error(`pdf-tools.fonts: ${path} cannot be read`, { cause });
    });
    own.push({ path: real });
  }
  const found = await Promise.all(LANGUAGES.map(matchOf));
  const all = [...own, ...found.flatMap((file) => (file === undefined ? [] : [file]))];
  const keyOf = ({ path, postscriptName = '' }: FontFile): string => `${path} ${postscriptName}`;
  return [...new Map(all.map((file) => [keyOf(file), file])).values()];
}

/** Machines without fontconfig have the bundled and the named fonts. */
async function matchOf(language: string): Promise<FontFile | undefined> {
  try {
    const { stdout } = await run('fc-match', ['-f', '%{file}\n%{postscriptname}', `:lang=${language}`], { timeout: LIMIT_MS });
    const [path = '', postscriptName = ''] = stdout.split('\n');
    if (!/\.(ttf|otf|ttc|otc)$/i.test(path)) return undefined;
    return { path: await realpath(path), ...(/\.(ttc|otc)$/i.test(path) ? { postscriptName } : {}) };
  } catch {
    return undefined; // no such font, or no such program
  }
}
