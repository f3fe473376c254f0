import { type Font, openSync } from 'fontkit';

/** Files whose characters are read, which takes tens of milliseconds each. */
const MAX_READ = 300;

export interface FontFacts {
  /** That any of the fonts can draw. */
  readonly codePoints: Uint32Array;
  /** Names of families in every language that a file has them in. */
  readonly families: readonly string[];
}

/** The parts of a `name` table that name a family (OpenType, name ids 1 and 16), by language. */
interface NamedFont extends Font {
  readonly name?: { readonly records: Readonly<Partial<Record<'fontFamily' | 'preferredFamily', Readonly<Record<string, string>>>>> };
}

export function fontFactsOf(files: readonly string[]): FontFacts {
  const codePoints = new Set<number>();
  const families = new Set<string>();
  for (const [index, file] of files.entries()) {
    try {
      const opened = openSync(file);
      for (const font of 'fonts' in opened ? opened.fonts : [opened]) {
        if (index < MAX_READ) for (const code of font.characterSet) codePoints.add(code);
        const { fontFamily = {}, preferredFamily = {} } = (font as NamedFont).name?.records ?? {};
        for (const name of [...Object.values(fontFamily), ...Object.values(preferredFamily)]) families.add(name);
      }
    } catch {
      // A file that is no usable font draws nothing.
    }
  }
  return { codePoints: Uint32Array.from(codePoints), families: [...families] };
}
