import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jarsOf } from './jars.ts';
import { preparation, prepared } from './preparation.ts';

const FOLDER = join(import.meta.dirname, '../judges/verapdf');
/** As Maven copies them for the pom.xml there, with `-DincludeScope=runtime` and `-Dmdep.useRepositoryLayout`. */
const jars = jarsOf('verapdf', join(FOLDER, 'jars.sha256'));

/** veraPDF's library, 7 MB from Maven's repository. */
export const prepareVeraPdf = preparation({ name: 'veraPDF', limitMinutes: 5, ...jars });

type Level = '1b' | '2b' | '3b';

/** Its start takes longer than most files do. */
export const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** veraPDF in a process of its own, which judges one file after another until it is closed. */
export class VeraPdf {
  readonly #child = spawn('java', [...QUICK_START, '-cp', join(prepared(jars.folder), '*'), join(FOLDER, 'Judge.java')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  readonly #lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();

  constructor() {
    this.#child.stdin.on('error', () => undefined); // whoever waits for a verdict sees its end
  }

  /** What it says of each file, in order: `valid`, or the clauses that the file violates. */
  async judge(level: Level, files: readonly string[]): Promise<string[]> {
    this.#child.stdin.write(files.map((file) => `${level}\t${file}\n`).join(''));
    // All of them are asked for at once, so that files of another call are not among them.
    return Promise.all(
      files.map(async (file) => {
        const { value, done } = await this.#lines.next();
        if (done === true) throw new Error(`veraPDF ended before it judged ${file}`);
        return value;
      }),
    );
  }

  close(): void {
    this.#child.stdin.end();
  }
}
