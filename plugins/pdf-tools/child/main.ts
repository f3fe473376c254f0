import { type FontFile, setFontFiles } from '../document/fonts.ts';
import { closeReaders } from '../document/pdfium.ts';
import { OPERATIONS } from '../operations/index.ts';
import { type Ask, type ChildReply, type ChildRequest, Refused, type ToChild, Unconvertible } from './protocol.ts';

const send = (reply: ChildReply): void => void process.send?.(reply);

setFontFiles(JSON.parse(process.argv[2] ?? '[]') as FontFile[]);

let waiting: { resolve(data: Uint8Array): void; reject(error: Error): void } | undefined;

/** One question at a time: a child does one job. */
const ask: Ask = async (question) =>
  new Promise((resolve, reject) => {
    waiting = { resolve, reject };
    send({ kind: 'ask', question });
  });

async function answer({ operation, pdfs, options }: ChildRequest): Promise<ChildReply> {
  try {
    const load = OPERATIONS[operation];
    if (load === undefined) throw new Error('there is no such operation');
    const run = await load();
    return { kind: 'done', result: await run(pdfs, options, ask) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problems: error.problems };
    if (error instanceof Unconvertible) return { kind: 'unconvertible', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    closeReaders();
  }
}

/** Loads and compiles what most operations share, a third of a second that no caller then waits for. */
async function warmUp(): Promise<void> {
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.addPage();
  const bytes = await document.save();
  await answer({ operation: 'split', pdfs: [{ bytes }], options: { maxPages: 1 } });
}

process.on('message', (message: ToChild) => {
  switch (message.kind) {
    case 'request':
      void answer(message).then(send);
      break;
    case 'answer':
      waiting?.resolve(message.data);
      break;
    case 'no answer':
      waiting?.reject(new Error(message.message));
  }
});
process.on('disconnect', () => process.exit());
if (process.argv[3] === 'warm') await warmUp();
send({ kind: 'ready' });
