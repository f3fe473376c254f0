import { readSync, writeSync } from 'node:fs';
import { type FontFile, FontLibrary } from '../document/fonts.ts';
import { closeReaders, useFonts } from '../document/pdfium.ts';
import type { ChildReply, LastReply, ToChild } from './messages.ts';
import { type OperationRequest, runOperation } from './operations/index.ts';
import { type Ask, type ChildInput, OwnFault, Refused, Unconvertible } from './protocol.ts';

/** Of `startConfined`, which this program must not load. */
const DATA_FD = 4;

const send = async (reply: ChildReply): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(reply, () => resolve());
  });

const [, , fontFiles = '[]', use] = process.argv;
const fonts = new FontLibrary(JSON.parse(fontFiles) as FontFile[]);
useFonts(fonts);

/** Why the hub could not answer; libraries put errors of their own around it. */
let unanswered: string | undefined;
let waiting: { resolve(data: Uint8Array): void; reject(error: Error): void } | undefined;

/** One question at a time: a child does one job. */
const ask: Ask = async (question) =>
  new Promise((resolve, reject) => {
    waiting = { resolve, reject };
    void send({ kind: 'ask', question });
  });

function receive(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size;) {
    const count = readSync(DATA_FD, bytes, at, size - at, null);
    if (count === 0) process.exit(); // the hub is gone
    at += count;
  }
  return bytes;
}

function give(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(DATA_FD, bytes, at);
}

interface Answer {
  readonly reply: LastReply;
  readonly files: readonly Uint8Array[];
}

async function answer(request: OperationRequest, inputs: readonly ChildInput[]): Promise<Answer> {
  unanswered = undefined;
  try {
    const opened = (pages: number): void => void send({ kind: 'opened', pages });
    const { files, facts, warnings } = await runOperation(request, inputs, { ask, opened, fonts });
    const optional = { ...(facts === undefined ? {} : { facts }), ...(warnings === undefined ? {} : { warnings }) };
    return { reply: { kind: 'done', sizes: files.map(({ byteLength }) => byteLength), ...optional }, files };
  } catch (error) {
    return { reply: failure(error), files: [] };
  } finally {
    try {
      closeReaders();
    } catch {
      // pdfium failed on the input, which the answer says
    }
  }
}

function failure(error: unknown): LastReply {
  if (error instanceof Refused) return { kind: 'refused', problems: error.problems };
  if (error instanceof Unconvertible) return { kind: 'unconvertible', message: error.message };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // A name that is not defined is a fault of the program, whatever the input was.
  if (error instanceof OwnFault || error instanceof ReferenceError || unanswered !== undefined) return { kind: 'failed', message };
  if (error instanceof RangeError && /allocation failed|Invalid (typed )?array (buffer )?length/i.test(error.message))
    return { kind: 'out of memory' };
  // After a trap the reader's memory may hold anything.
  return { kind: 'unreadable', message, mustRestart: error instanceof WebAssembly.RuntimeError };
}

/** Loads and compiles what most operations share, so that the time a job may take is its own. */
async function warmUp(): Promise<void> {
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.addPage();
  const bytes = await document.save();
  await answer({ operation: 'split', options: { maxPages: 1 } }, [{ bytes }]);
}

/** Runs every operation once: what is compiled for it is kept for the next processes. */
async function runAll(): Promise<void> {
  const { EVERY_OPERATION, smallDocument } = await import('./operations/every-operation.ts');
  const bytes = await smallDocument();
  for (const request of EVERY_OPERATION) {
    const { reply } = await answer(request, [{ bytes }]);
    if (reply.kind !== 'done') throw new Error(`${request.operation}: ${JSON.stringify(reply)}`);
  }
}

process.on('message', (message: ToChild) => {
  switch (message.kind) {
    case 'request': {
      const inputs = message.inputs.map(({ byteLength, password }) => ({ bytes: receive(byteLength), password }));
      void answer(message, inputs).then(async ({ reply, files }) => {
        await send(reply);
        for (const file of files) give(file);
      });
      break;
    }
    case 'answer':
      waiting?.resolve(message.data);
      break;
    case 'no answer':
      unanswered = message.message;
      waiting?.reject(new OwnFault(message.message));
  }
});
process.on('disconnect', () => process.exit());
await (use === 'compile' ? runAll() : warmUp());
void send({ kind: 'ready' });
