import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { Caller } from '../support/caller.ts';
import { agent, folder, startPlaten } from './peers.ts';

const ROUNDS = 3;
const CALLERS = 16;
const SMALL_MS = 4000;
const FIELDS = 200;
const SPLIT_PAGES = 1000;
const ARCHIVED = [10, 100, 1000];

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - started); // the first warms up
  }
  return median(times);
}

/** PDF tools as a caller meets them, over HTTP. */
export async function benchPdfTools(): Promise<void> {
  const platen = await startPlaten();
  const caller = new Caller(platen.origin, platen.key, { accountId: '', email: '', keyId: '' });
  const call = async (tool: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await caller.send<Record<string, unknown>>('POST', `/v1/pdf/${tool}`, body);
    if (reply.status !== 200) throw new Error(`${tool}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  try {
    console.log('\n### PDF tools\n\n| What | Platen (ms) | Baseline (ms) | Platen / baseline |\n|---|---|---|---|');
    await splitRow(call);
    const form = base64(await largeForm());
    const fields = Array.from({ length: FIELDS }, (_, i) => ({ name: `field.${String(i)}`, value: `Value ${String(i)} Łódź` }));
    row(`fill ${String(FIELDS)} fields`, await timed(async () => call('forms/fill', { pdf: form, fields })));
    for (const count of ARCHIVED) {
      const html = `<style>section{break-after:page}</style>${Array.from({ length: count }, (_, n) => `<section><h1>Chapter ${String(n)}</h1><p>text</p></section>`).join('')}`;
      const pdf = base64(await caller.pdf({ html }));
      row(`pdfa, ${String(count)} pages of Chromium`, await timed(async () => call('pdfa', { pdf })));
    }
    await smallRow(call, form);
  } finally {
    platen.child.kill('SIGTERM');
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    folder.remove();
  }
}

type Call = (tool: string, body: object) => Promise<Record<string, unknown>>;

function row(what: string, ms: number, baseline?: number): void {
  const compared = baseline === undefined ? '– | –' : `${baseline.toFixed(0)} | ${(ms / baseline).toFixed(2)}`;
  console.log(`| ${what} | ${ms.toFixed(0)} | ${compared} |`);
}

async function splitRow(call: Call): Promise<void> {
  const bytes = await manyPages(SPLIT_PAGES);
  const path = join(folder.path, 'pages.pdf');
  const parts = join(folder.path, 'parts');
  writeFileSync(path, bytes);
  const theirs = await timed(async () => {
    rmSync(parts, { recursive: true, force: true });
    mkdirSync(parts);
    return Promise.resolve(execFileSync('qpdf', ['--split-pages', path, join(parts, 'part-%d.pdf')]));
  });
  const ours = await timed(async () => call('split', { pdf: base64(bytes) }));
  row(`split ${String(SPLIT_PAGES)} pages, stored and signed; qpdf --split-pages`, ours, theirs);
}

async function smallRow(call: Call, form: string): Promise<void> {
  const until = performance.now() + SMALL_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (; performance.now() < until; done++) await call('forms/list-fields', { pdf: form });
    }),
  );
  console.log(
    `| list-fields of ${String(FIELDS)} fields, ${String(CALLERS)} callers | ${((done * 1000) / SMALL_MS).toFixed(0)} a second | – | – |`,
  );
}

async function manyPages(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let i = 0; i < count; i++) {
    const page = document.addPage([300, 400]);
    for (let line = 0; line < 20; line++)
      page.drawText(`Page ${String(i)}, line ${String(line)}`, { x: 30, y: 370 - line * 16, size: 11, font });
  }
  return document.save();
}

async function largeForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const form = document.getForm();
  for (let i = 0; i < FIELDS; i++) {
    if (i % 40 === 0) document.addPage([600, 900]);
    const page = document.getPage(document.getPageCount() - 1);
    form.createTextField(`field.${String(i)}`).addToPage(page, { x: 40, y: 860 - (i % 40) * 21, width: 400, height: 18 });
  }
  return document.save();
}
