import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/services.ts';
import { VeraPdf } from '../../support/vera-pdf.ts';

export type Level = '1b' | '2b' | '3b';

/** Asserts that veraPDF calls a file valid. */
export type AssertValid = (file: Uint8Array, level?: Level, title?: string) => Promise<void>;

/** veraPDF for a group of tests, which starts before them and ends behind. */
export function useVeraPdf(name: string): AssertValid {
  const folder = temporaryFolder(name);
  let veraPdf: VeraPdf | undefined;
  before(() => {
    veraPdf = new VeraPdf();
  });
  after(() => {
    veraPdf?.close();
    folder.remove();
  });
  return async (file, level = '1b', title = name) => {
    const path = join(folder.path, `${title}-${level}.pdf`);
    writeFileSync(path, file);
    assert.deepEqual([title, level, await veraPdf?.judge(level, [path])], [title, level, ['valid']]);
  };
}
