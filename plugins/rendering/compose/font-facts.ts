import { openSync } from 'fontkit';

/** Code points beyond ASCII that any of the fonts can draw. */
export function coverageOf(files: readonly string[]): Uint32Array {
  const covered = new Set<number>();
  for (const file of files) {
    try {
      const opened = openSync(file);
      for (const font of 'fonts' in opened ? opened.fonts : [opened]) for (const code of font.characterSet) covered.add(code);
    } catch {
      // A file that is no usable font draws nothing.
    }
  }
  return Uint32Array.from(covered);
}
