import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { Caller } from '../support/caller.ts';
import { Visitor } from '../support/visitor.ts';
import { checkMarks, markedDocument, type MarkedPdf } from './documents.ts';
import { fillHistory, openDatabase } from './history.ts';
import { agent, folder, type Peer, send, startPlaten } from './peers.ts';
import { type Part, processorTime } from './parts.ts';

const quick = process.argv.includes('--quick');
const SIZES = quick ? [1000, 10_000] : [1000, 10_000, 100_000];
/** For databases other than the embedded one. */
const SIZES_ON_MONGOD = quick ? SIZES : [...SIZES, 1_000_000];
const VISITS = 20;
const NEW_DOCUMENTS = quick ? 200 : 600;
const CALLERS = 16;
/** What writing the history left to do is over by then. */
const SETTLE_MS = quick ? 10_000 : 30_000;
/** Several sweeps of ten seconds. */
const IDLE_MS = quick ? 30_000 : 60_000;
const PARTS = ['hub', 'database', 'browser'] as const;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function times(visit: () => Promise<void>): Promise<number> {
  const each: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    const started = performance.now();
    await visit();
    each.push(performance.now() - started);
  }
  return median(each);
}

/** Milliseconds of processor time that a document costs each part. */
async function costOfDocument(platen: Peer): Promise<Record<Part, number>> {
  const made: MarkedPdf[] = [];
  const before = processorTime(platen.child.pid ?? 0);
  let left = NEW_DOCUMENTS;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left-- > 0) {
        const { html, mark } = markedDocument('hello');
        made.push([await send(platen, JSON.stringify({ html })), mark]);
      }
    }),
  );
  const spent = processorTime(platen.child.pid ?? 0);
  await checkMarks(made, platen.name);
  return each((part, after) => (after - before[part]) / NEW_DOCUMENTS, spent);
}

/** Percent of a core that each part takes while nobody asks for anything. */
async function costOfIdling(platen: Peer): Promise<Record<Part, number>> {
  const before = processorTime(platen.child.pid ?? 0);
  await pause(IDLE_MS);
  return each((part, after) => ((after - before[part]) / IDLE_MS) * 100, processorTime(platen.child.pid ?? 0));
}

function each(of: (part: Part, value: number) => number, values: Readonly<Record<Part, number>>): Record<Part, number> {
  return { hub: of('hub', values.hub), database: of('database', values.database), browser: of('browser', values.browser) };
}

/** Milliseconds that the latest run of each sweep took, as the queue recorded them. */
async function sweepMs(database: Connection): Promise<number> {
  const sweeps = await database
    .collection<{ lastRunAt: Date; lastFinishedAt: Date }>('jobs')
    .find({ name: /\.sweep$/, lastFinishedAt: { $type: 'date' } })
    .toArray();
  if (sweeps.length < 3) throw new Error('the sweeps have not run');
  // One that runs at the moment has begun after it last ended.
  return Math.max(...sweeps.map(({ lastRunAt, lastFinishedAt }) => lastFinishedAt.getTime() - lastRunAt.getTime()));
}

const cell = (cost: Readonly<Record<Part, number>>, digits: number): string => PARTS.map((part) => cost[part].toFixed(digits)).join(', ');

/** What a history that grows costs: its pages, the sweeps, a new document, and doing nothing. */
export async function benchGrowth(): Promise<void> {
  const platen = await startPlaten();
  const caller = new Caller(platen.origin, platen.key, { accountId: '', email: '', keyId: '' });
  const visitor = new Visitor({ url: platen.origin, command: () => Promise.reject(new Error('the link is known already')) });
  try {
    const { database, name } = await openDatabase();
    await visitor.enterBy(platen.signInLink);
    await costOfDocument(platen); // compiles what is used
    console.log(`\n### Growth (${name})\n`);
    console.log(
      '| Documents | Page of 50 (ms) | Overview (ms) | Slowest sweep (ms) | CPU of a new document: hub, database, browser (ms) | Idle: hub, database, browser (% of a core) |',
    );
    console.log('|---|---|---|---|---|---|');
    for (const size of name.includes('embedded') ? SIZES : SIZES_ON_MONGOD) {
      await fillHistory(database, size);
      const page = await times(async () => {
        const { body } = await caller.send<{ data: unknown[] }>('GET', '/v1/generations');
        if (body.data.length !== 50) throw new Error('not a page');
      });
      const overview = await times(async () => {
        await visitor.open('/dashboard');
      });
      const document = await costOfDocument(platen);
      await pause(SETTLE_MS);
      const idle = await costOfIdling(platen);
      const sweep = await sweepMs(database);
      console.log(
        `| ${size.toLocaleString('en')} | ${page.toFixed(0)} | ${overview.toFixed(0)} | ${sweep.toFixed(0)} | ${cell(document, 1)} | ${cell(idle, 2)} |`,
      );
    }
    await database.close();
  } finally {
    platen.child.kill('SIGTERM');
    agent.destroy();
    await pause(3000);
    folder.remove();
  }
}
