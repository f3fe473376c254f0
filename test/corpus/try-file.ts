import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../support/caller.ts';
import type { CorpusFile } from './fetch.ts';
import {
  changedPixels,
  inkShare,
  keptShare,
  lettersOf,
  longSideOf,
  pageCountOf,
  picturesOf,
  structureFault,
  vanishedShare,
  withFile,
} from './judges.ts';

export type Outcome = 'right' | 'refused' | 'slow' | 'wrong' | 'fault';

export interface Trial {
  readonly file: string;
  readonly tool: string;
  readonly outcome: Outcome;
  readonly detail: string;
  readonly ms: number;
  readonly status: number;
  /** Of pdfa: pages, those that are pictures, and bytes before and after. */
  readonly pages?: number;
  readonly pictures?: number;
  /** Why they are. */
  readonly reasons?: readonly string[];
  /** Of the first of them, as shares of the source's. */
  readonly ink?: readonly number[];
  readonly bytes?: readonly [before: number, after: number];
  /** Of fill. */
  readonly changedPixels?: number;
  /** Where a file was kept for a validator. */
  readonly kept?: string;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string | boolean | readonly string[];
}

interface Answer {
  readonly data?: string;
  readonly parts?: readonly { readonly data?: string }[];
  readonly fields?: readonly Field[];
  readonly pages?: number;
  readonly rasterized_pages?: readonly number[];
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  readonly error?: { readonly code: string; readonly message: string };
}

const COMPARED_PAGES = 4;
const DPI = 60;
/** Where poppler draws hairlines about as thin as they are. */
const INK_DPI = 150;
const MIN_KEPT = 0.9;
const MAX_VANISHED = 0.03;
/** Of a watermark that poppler mixes in without a pixel of another shade. */
const UNSEEN = 0.001;
/** Pixels that a mark may touch beyond its size. */
const MARK_EDGE = 4;
/** The hub's limit, and what the queue and the network may add. */
const SLOW_MS = 65_000;

/** Runs every tool on a file and has others judge what comes out. */
export async function tryFile(caller: Caller, { name, path }: CorpusFile, keepIn: string, tools: readonly string[]): Promise<Trial[]> {
  const bytes = await readFile(path);
  const pdf = bytes.toString('base64');
  const trials: Trial[] = [];
  const wanted = (tool: string): boolean => tools.length === 0 || tools.includes(tool);
  const sourceFault = await structureFault(path);
  /** Calls a tool; `judge` says what is wrong with its answer. */
  const attempt = async (
    tool: string,
    route: string,
    body: object,
    judge: (answer: Answer) => Promise<Partial<Trial>> = async () => Promise.resolve({}),
  ): Promise<Answer | undefined> => {
    const started = performance.now();
    const readsOnly = ['info', 'list-fields'].includes(tool);
    const { status, body: answer } = await caller.send<Answer>(
      'POST',
      `/v1/pdf/${route}`,
      readsOnly ? body : { ...body, output: 'base64' },
    );
    const ms = Math.round(performance.now() - started);
    const message = answer.error?.message ?? '';
    let trial: Trial = { file: name, tool, status, ms, detail: message.slice(0, 200), outcome: outcomeOf(status, message, ms) };
    if (status === 200) trial = { ...trial, ...(await judge(answer)) };
    trials.push(trial);
    return status === 200 ? answer : undefined;
  };
  const sound = async (answer: Answer): Promise<Partial<Trial>> => {
    const data = answer.data ?? answer.parts?.[0]?.data;
    if (data === undefined) return { outcome: 'wrong', detail: 'no file' };
    const fault = await withFile(Buffer.from(data, 'base64'), structureFault);
    // A stream that was broken in the source is passed on as it is.
    return fault === undefined || sourceFault !== undefined ? {} : { outcome: 'wrong', detail: `qpdf: ${fault}` };
  };

  if (wanted('info')) await attempt('info', 'info', { pdf });
  const listed = await attempt('list-fields', 'forms/list-fields', { pdf });
  if (wanted('fill')) await tryFill(attempt, path, pdf, listed?.fields ?? [], sound);
  if (wanted('flatten') && (listed?.fields?.length ?? 0) > 0) await tryFlatten(attempt, path, pdf, listed?.fields ?? [], sound);
  if (wanted('add-fields')) {
    const field = { name: 'platen new', type: 'text', page: 0, x: 1, y: 1, width: 20, height: 10 };
    await attempt('add-fields', 'forms/add-fields', { pdf, fields: [field] }, sound);
  }
  const unchanged = async (answer: Answer, changes: Changes): Promise<Partial<Trial>> => ({
    ...(await sound(answer)),
    ...(await samePages(path, answer.data ?? answer.parts?.[0]?.data ?? '', changes)),
  });
  if (wanted('sign')) {
    const mark = { name: 'Ada', x: 1, y: 1, width: 12, height: 6 };
    await attempt('sign', 'sign', { pdf, ...mark }, async (answer) => unchanged(answer, { mark }));
  }
  if (wanted('watermark'))
    await attempt('watermark', 'watermark', { pdf, text: 'draft', opacity: UNSEEN }, async (answer) => unchanged(answer, {}));
  if (wanted('split')) await attempt('split', 'split', { pdf, ranges: [[1]] }, async (answer) => unchanged(answer, { pages: [0] }));
  if (wanted('merge'))
    await attempt(
      'merge',
      'merge',
      {
        pdfs: [
          { pdf, ranges: [[1]] },
          { pdf, ranges: [[1]] },
        ],
      },
      async (answer) => unchanged(answer, { pages: [0, 0] }),
    );
  if (wanted('preview')) await attempt('preview', 'preview', { pdf });
  if (wanted('pdfa')) {
    await attempt('pdfa', 'pdfa', { pdf }, async (answer) => {
      const file = Buffer.from(answer.data ?? '', 'base64');
      const kept = join(keepIn, `${String(trials.length)}-${name.replaceAll('/', '-')}`);
      await writeFile(kept, file);
      const pages = await pageCountOf(kept);
      const reasons = answer.warnings?.filter(({ code }) => code === 'PAGE_RASTERIZED').map(({ message }) => message) ?? [];
      const pictures = answer.rasterized_pages ?? [];
      const inks = pictures.slice(0, COMPARED_PAGES).map(async (page) => (await inkShare(path, kept, page, INK_DPI)) ?? []);
      const ink = (await Promise.all(inks)).flat();
      const facts = { kept, pages, pictures: pictures.length, reasons, ink, bytes: [bytes.length, file.length] as const };
      return { ...facts, ...(await looksKept(path, kept)) };
    });
  }
  return trials;
}

function outcomeOf(status: number, message: string, ms: number): Outcome {
  if (status === 200) return ms > SLOW_MS ? 'slow' : 'right';
  if (/too complex \(\d+ s|machine is too busy/.test(message)) return 'slow';
  return (status === 400 || status === 413 || status === 422) && message !== '' ? 'refused' : 'fault';
}

type Attempt = (
  tool: string,
  route: string,
  body: object,
  judge: (answer: Answer) => Promise<Partial<Trial>>,
) => Promise<Answer | undefined>;
type Judge = (answer: Answer) => Promise<Partial<Trial>>;

/** Of those that have the same name, the first. */
const fillable = (fields: readonly Field[]): Field[] =>
  fields.filter(
    ({ name, type }, i) => name !== '' && !['button', 'signature'].includes(type) && fields.findIndex((other) => other.name === name) === i,
  );

/** Sets values that are set already: nothing may change. */
async function tryFill(attempt: Attempt, path: string, pdf: string, listed: readonly Field[], sound: Judge): Promise<void> {
  const fields = fillable(listed).map(({ name, value }) => ({ name, value }));
  if (fields.length === 0) return;
  await attempt('fill', 'forms/fill', { pdf, fields }, async (answer) => {
    const before = await picturesOf(path, COMPARED_PAGES, DPI);
    const after = await withFile(Buffer.from(answer.data ?? '', 'base64'), async (made) => picturesOf(made, COMPARED_PAGES, DPI));
    const changed = changedPixels(before, after);
    if (changed > 0) return { changedPixels: changed, outcome: 'wrong', detail: `${String(changed)} pixels changed` };
    return { changedPixels: 0, ...(await sound(answer)) };
  });
}

async function tryFlatten(attempt: Attempt, path: string, pdf: string, listed: readonly Field[], sound: Judge): Promise<void> {
  const [field] = fillable(listed);
  if (field === undefined) return;
  const { name, value } = field;
  await attempt('flatten', 'forms/fill', { pdf, fields: [{ name, value }], flatten: true }, async (answer) => ({
    ...(await sound(answer)),
    ...(await withFile(Buffer.from(answer.data ?? '', 'base64'), async (made) => looksKept(path, made))),
  }));
}

/** Poppler, which shares no code and no fonts with us, sees the same marks and no others, and reads the same letters. */
async function looksKept(before: string, after: string): Promise<Partial<Trial>> {
  const [source, result] = [await picturesOf(before, COMPARED_PAGES, DPI), await picturesOf(after, COMPARED_PAGES, DPI)];
  const vanished = vanishedShare(source, result);
  if (vanished > MAX_VANISHED) return { outcome: 'wrong', detail: `${(vanished * 100).toFixed(1)} % of the ink of a page vanished` };
  const appeared = vanishedShare(result, source);
  if (appeared > MAX_VANISHED) return { outcome: 'wrong', detail: `${(appeared * 100).toFixed(1)} % of the ink of a page was not there` };
  const kept = keptShare(await lettersOf(before, COMPARED_PAGES), await lettersOf(after, COMPARED_PAGES));
  return kept < MIN_KEPT ? { outcome: 'wrong', detail: `${((1 - kept) * 100).toFixed(0)} % of the letters vanished` } : {};
}

interface Changes {
  /** Those of the source that are there afterwards, from 0; all by default. */
  readonly pages?: readonly number[];
  /** What was drawn on the first page, in points. */
  readonly mark?: { readonly width: number; readonly height: number };
}

/** Poppler draws the pages as before, but for a mark. */
async function samePages(path: string, data: string, { pages, mark }: Changes): Promise<Partial<Trial>> {
  const source = await picturesOf(path, COMPARED_PAGES, DPI);
  const before = pages === undefined ? source : pages.flatMap((page) => source[page] ?? []);
  const after = await withFile(Buffer.from(data, 'base64'), async (made) => picturesOf(made, COMPARED_PAGES, DPI));
  const [first] = before;
  const changed = first === undefined ? 0 : changedPixels(before, after);
  let allowed = 0;
  if (first !== undefined && mark !== undefined) {
    const scale = Math.max(first.width, first.height) / (await longSideOf(path));
    allowed = (mark.width * scale + MARK_EDGE) * (mark.height * scale + MARK_EDGE);
  }
  return changed <= allowed ? {} : { outcome: 'wrong', detail: `${String(changed)} pixels changed` };
}
