import { inspect } from 'node:util';
import type { Context, RootHookObject } from 'mocha';

const MAX_LINES = 5;
const MAX_LINE = 3000;
/** pino's levels `error` and `fatal`. */
const IS_ERROR = /"level":(50|60),/;

/** What hubs of this process logged as errors during the case that runs now. */
const lines: string[] = [];

export function noteErrors(line: string): void {
  if (IS_ERROR.test(line)) lines.push(line.slice(0, MAX_LINE));
}

/**
 * A case that fails is followed by the cause of its error, which Mocha does not hand over between processes, and by the errors of
 * its hubs, as a reply with status 500 says nothing of its cause.
 */
export const errorHooks: RootHookObject = {
  beforeEach() {
    lines.length = 0;
  },
  afterEach(this: Context) {
    if (this.currentTest?.state !== 'failed') return;
    const cause = this.currentTest.err?.cause;
    if (cause !== undefined) process.stderr.write(`    cause: ${inspect(cause)}\n`);
    for (const line of lines.slice(-MAX_LINES)) process.stderr.write(`    hub: ${line.trimEnd()}\n`);
  },
};
