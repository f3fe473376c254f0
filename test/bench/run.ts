import { setTimeout as pause } from 'node:timers/promises';
import { readPdf } from '../support/pdf.ts';
import { benchBatches } from './batches.ts';
import { benchDashboard } from './dashboard.ts';
import { benchPdfTools } from './pdf-tools.ts';
import { checkMarks, DOCUMENTS, type DocumentName, markedDocument, type MarkedPdf } from './documents.ts';
import { benchGrowth } from './growth.ts';
import { prepareJsreport } from './jsreport.ts';
import { agent, folder, type Peer, send, startPeer, startPlaten } from './peers.ts';
import { memory, type Part, processorTime } from './parts.ts';
import { benchWorkers } from './workers.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 3;
const ROUND_MS = quick ? 1000 : 2500;
const BUSIEST = 16;
/** What the time that documents with scripts are given costs. */
const UNSETTLED = 'Platen without settling';
const CONCURRENCIES = [1, 4, BUSIEST];

interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  /** Processor time of a document, in ms. */
  readonly cost: Readonly<Record<Part, number>>;
}

async function measure(peer: Peer, document: DocumentName, concurrency: number): Promise<Sample> {
  const times: number[] = [];
  const made: MarkedPdf[] = [];
  const before = processorTime(peer.child.pid ?? 0);
  const started = performance.now();
  const until = started + ROUND_MS;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < until) {
        const { html, mark } = markedDocument(document);
        const body = JSON.stringify({ html, ...peer.options });
        const from = performance.now();
        const pdf = await send(peer, body);
        times.push(performance.now() - from);
        made.push([pdf, mark]);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const after = processorTime(peer.child.pid ?? 0);
  await checkMarks(made, peer.name);
  const costOf = (part: Part): number => (after[part] - before[part]) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    cost: { hub: costOf('hub'), browser: costOf('browser'), database: costOf('database') },
  };
}

/** What a peer holds in the middle of a round of invoices. */
async function memoryAtWork(peer: Peer): Promise<Readonly<Record<Part, number>>> {
  const round = measure(peer, 'invoice', BUSIEST);
  await pause(ROUND_MS / 2);
  const held = memory(peer.child.pid ?? 0);
  await round;
  return held;
}

async function checkPages(peer: Peer, document: DocumentName): Promise<void> {
  const pages = await readPdf(await send(peer, JSON.stringify({ html: DOCUMENTS[document].html })));
  if (pages.length !== DOCUMENTS[document].pages) throw new Error(`${peer.name} gives ${String(pages.length)} pages for ${document}`);
}

const isCompared = ({ name }: Peer, document: DocumentName): boolean =>
  name !== (DOCUMENTS[document].scripted ? 'raw reused page' : UNSETTLED);

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function main(): Promise<void> {
  const names = ['raw reused page', 'raw fresh context', 'puppeteer newPage', 'puppeteer newContext', 'jsreport', 'launch per request'];
  await prepareJsreport();
  const platen = await startPlaten();
  const unsettled = { ...platen, name: UNSETTLED, options: { wait: { settle_ms: 0 } } };
  const peers: Peer[] = [platen, unsettled, ...(await Promise.all(names.map(startPeer)))];
  const samples = new Map<string, Sample[]>();
  const held: [Peer, Readonly<Record<Part, number>>][] = [];
  try {
    for (const peer of peers)
      for (const document of Object.keys(DOCUMENTS) as DocumentName[]) for (let i = 0; i < 4; i++) await checkPages(peer, document);
    for (let round = 0; round < ROUNDS; round++) {
      for (const document of Object.keys(DOCUMENTS) as DocumentName[]) {
        for (const concurrency of CONCURRENCIES) {
          for (let i = 0; i < peers.length; i++) {
            const peer = peers[(i + round) % peers.length] as Peer;
            if (!isCompared(peer, document)) continue;
            const key = `${document} ${String(concurrency)} ${peer.name}`;
            samples.set(key, [...(samples.get(key) ?? []), await measure(peer, document, concurrency)]);
          }
        }
      }
    }
    for (const peer of peers.filter((one) => one !== unsettled)) held.push([peer, await memoryAtWork(peer)]);
  } finally {
    for (const { child } of peers) child.kill('SIGTERM');
    agent.destroy();
  }
  report(samples, peers);
  reportMemory(held);
  await pause(3000);
  folder.remove();
}

function report(samples: ReadonlyMap<string, readonly Sample[]>, peers: readonly Peer[]): void {
  for (const document of Object.keys(DOCUMENTS) as DocumentName[]) {
    console.log(
      `\n### ${document}\n\n| Peer | ${CONCURRENCIES.map((c) => `at ${String(c)}: PDF/s (p50, p95 ms)`).join(' | ')} | CPU a document: own, browser, database (ms) | Platen / peer |\n|---|${'---|'.repeat(CONCURRENCIES.length + 2)}`,
    );
    for (const peer of peers) {
      const cells = CONCURRENCIES.map((c) => samples.get(`${document} ${String(c)} ${peer.name}`) ?? []);
      if (cells[0]?.length === 0) continue;
      const text = cells.map(
        (list) =>
          `${median(list.map((s) => s.perSecond)).toFixed(1)} (${median(list.map((s) => s.p50)).toFixed(0)}, ${median(list.map((s) => s.p95)).toFixed(0)})`,
      );
      const ratios = CONCURRENCIES.map((c, i) => {
        const own = samples.get(`${document} ${String(c)} Platen`) ?? [];
        const each = (cells[i] ?? []).map((sample, round) => (own[round]?.perSecond ?? NaN) / sample.perSecond);
        return median(each).toFixed(2);
      });
      const busiest = cells.at(-1) ?? [];
      const costs = (['hub', 'browser', 'database'] as const).map((part) => median(busiest.map(({ cost }) => cost[part])).toFixed(1));
      console.log(`| ${peer.name} | ${text.join(' | ')} | ${costs.join(', ')} | ${ratios.join(' / ')} |`);
    }
  }
}

function reportMemory(held: readonly (readonly [Peer, Readonly<Record<Part, number>>])[]): void {
  console.log(
    `\n### Memory (PSS) at ${String(BUSIEST)} callers on invoices\n\n| Peer | Own, browsers, database (MB) | In all (MB) |\n|---|---|---|`,
  );
  for (const [{ name }, { hub, browser, database }] of held)
    console.log(
      `| ${name} | ${[hub, browser, database].map((mb) => mb.toFixed(0)).join(', ')} | ${(hub + browser + database).toFixed(0)} |`,
    );
}

/** What `npm run bench -- NAME` measures; documents without a name. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  batch: benchBatches,
  dashboard: benchDashboard,
  growth: benchGrowth,
  pdf: benchPdfTools,
  workers: benchWorkers,
};
await (BENCHES[process.argv[2] ?? ''] ?? main)();
process.exit(0);
