import { Templates } from '../../plugins/rendering/compose/handlebars.ts';
import { readBatch, submit } from '../support/batches.ts';
import { Caller, download } from '../support/caller.ts';
import {
  checkBatchMarks,
  checkMarks,
  type DocumentName,
  markedDocument,
  type MarkedDocument,
  type MarkedPdf,
  newMark,
} from './documents.ts';
import { agent, folder, type Peer, send, startPeer, startPlaten } from './peers.ts';

const ITEMS = 100;
const ROUNDS = 5;
const AT_ONCE = 16;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The raw limit: the same documents, printed on reused pages, with nothing recorded or stored. */
async function rawSeconds(peer: Peer, documents: readonly MarkedDocument[]): Promise<number> {
  const started = performance.now();
  const waiting = [...documents];
  const made: MarkedPdf[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        made.push([await send(peer, JSON.stringify({ html: next.html })), next.mark]);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await checkMarks(made, peer.name);
  return seconds;
}

/** A batch of 100 against the raw limit, the time until it is accepted, and a template against ready-made HTML. */
export async function benchBatches(): Promise<void> {
  const platen = await startPlaten();
  const raw = await startPeer('raw reused page');
  const caller = new Caller(platen.origin, platen.key, { accountId: '', email: '', keyId: '' });
  try {
    console.log(
      '\n### Batch of 100\n\n| Document | Accepted after (ms) | Platen (PDF/s) | Raw limit (PDF/s) | Platen / raw |\n|---|---|---|---|---|',
    );
    for (const document of ['hello', 'invoice'] as const) await batchRow(document, caller, raw);
    await templateRow(caller);
  } finally {
    for (const { child } of [platen, raw]) child.kill('SIGTERM');
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    folder.remove();
  }
}

/** Asks for the list, which costs the hub less than the items do. */
async function endOf(caller: Caller, batchId: string, started: number): Promise<number> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { body } = await caller.send<{ data: { batch_id: string; finished_at: string | null }[] }>('GET', '/v1/batches?limit=1');
    if (body.data[0]?.batch_id !== batchId || body.data[0].finished_at === null) continue;
    const took = performance.now() - started;
    const state = await readBatch(caller, batchId);
    if (state.completed !== ITEMS) throw new Error(JSON.stringify(state));
    return took;
  }
}

async function batchRow(document: DocumentName, caller: Caller, raw: Peer): Promise<void> {
  const [accepted, ours, theirs, ratios]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const documents = Array.from({ length: ITEMS }, () => markedDocument(document));
    const limit = await rawSeconds(raw, documents);
    const items = documents.map(({ html }) => ({ html }));
    const started = performance.now();
    const { batch_id } = await submit(caller, { items });
    const answered = performance.now();
    const took = (await endOf(caller, batch_id, started)) / 1000;
    await checkBatchMarks(
      await readBatch(caller, batch_id),
      documents.map(({ mark }) => mark),
    );
    if (round === 0) continue; // warms both sides up
    accepted.push(answered - started);
    ours.push(ITEMS / took);
    theirs.push(ITEMS / limit);
    ratios.push(limit / took);
  }
  const cells = [median(accepted).toFixed(0), median(ours).toFixed(1), median(theirs).toFixed(1), median(ratios).toFixed(2)];
  console.log(`| ${document} | ${cells.join(' | ')} |`);
}

const TEMPLATE_ROUNDS = 6;
const TEMPLATE_RENDERS = 60;

/** A saved template with its data against the same HTML sent ready-made: the compiled template is cached. */
async function templateRow(caller: Caller): Promise<void> {
  const starter = (await caller.send<{ html_content: string; sample_data: object }>('GET', '/v1/starter-templates/invoice')).body;
  const clone = await caller.send<{ id: string }>('POST', '/v1/starter-templates/invoice/clone');
  const filled = await caller.send<{ id: string }>('POST', '/v1/generate', { html: starter.html_content, data: starter.sample_data });
  if (filled.status !== 201) throw new Error('the invoice does not render');
  const dataOf = (mark: string): Record<string, unknown> => ({ ...starter.sample_data, invoice_number: mark });
  const ready = new Templates().render(starter.html_content, dataOf('THE-NUMBER')).html;
  const measure = async (bodyOf: (mark: string) => object): Promise<number> => {
    const started = performance.now();
    const made: { readonly url: string; readonly mark: string }[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < TEMPLATE_RENDERS / 4; n++) {
          const mark = newMark();
          made.push({ url: (await caller.generate(bodyOf(mark))).url, mark });
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    await checkMarks(await Promise.all(made.map(async ({ url, mark }): Promise<MarkedPdf> => [await download(url), mark])), 'Platen');
    return TEMPLATE_RENDERS / seconds;
  };
  const [templates, htmls, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= TEMPLATE_ROUNDS; round++) {
    const html = await measure((mark) => ({ html: ready.replaceAll('THE-NUMBER', mark) }));
    const template = await measure((mark) => ({ template: clone.body.id, data: dataOf(mark) }));
    if (round === 0) continue;
    templates.push(template);
    htmls.push(html);
    ratios.push(template / html);
  }
  console.log(`\n### Template of the invoice\n\n| With data (PDF/s) | Ready-made HTML (PDF/s) | Ratio |\n|---|---|---|`);
  console.log(`| ${median(templates).toFixed(1)} | ${median(htmls).toFixed(1)} | ${median(ratios).toFixed(2)} |`);
}
