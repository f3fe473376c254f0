import { availableParallelism } from 'node:os';
import { type BatchState, finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { Cluster } from '../support/cluster.ts';
import { usageOf } from '../support/processes.ts';
import { hasRedis } from '../support/services.ts';
import { checkBatchMarks, markedDocument, type MarkedDocument } from './documents.ts';

const WORKERS = [1, 2, 4];
const BATCHES = 4;
const ITEMS = 100;
/** A report in a context of its own: where the renderer, not the database, is what everybody waits for. */
const scripted = (): MarkedDocument => {
  const { html, mark } = markedDocument('invoice');
  return { html: `${html}<script>document.title = 'scripted'</script>`, mark };
};
const KINDS: Readonly<Record<string, () => MarkedDocument>> = {
  hello: () => markedDocument('hello'),
  invoice: () => markedDocument('invoice'),
  'invoice with a script': scripted,
};

async function perSecond(caller: Caller, make: () => MarkedDocument): Promise<number> {
  const batches = Array.from({ length: BATCHES }, () => Array.from({ length: ITEMS }, make));
  const started = performance.now();
  const ids = await Promise.all(
    batches.map(async (documents) => (await submit(caller, { items: documents.map(({ html }) => ({ html })) })).batch_id),
  );
  const states: BatchState[] = [];
  for (const id of ids) states.push(await finished(caller, id, 300_000));
  const perSecond = (BATCHES * ITEMS * 1000) / (performance.now() - started);
  for (const [n, state] of states.entries()) {
    if (state.completed !== ITEMS) throw new Error(`${String(state.completed)} of ${String(ITEMS)} were made`);
    await checkBatchMarks(state, batches[n]?.map(({ mark }) => mark) ?? []);
  }
  return perSecond;
}

/** Batches on one, two and four worker processes beside one web process, in the same run. */
export async function benchWorkers(): Promise<void> {
  console.log(`\n### Workers (${String(availableParallelism())} cores for everything, the database and this program included)\n`);
  console.log(
    `| Workers | ${Object.keys(KINDS).join(' | ')} | memory of a worker, its browsers (MiB) |\n|---|${'---|'.repeat(Object.keys(KINDS).length + 1)}`,
  );
  const first = new Map<string, number>();
  for (const workers of WORKERS) {
    const cluster = await Cluster.start({ ownDatabase: true, workers, redis: hasRedis() });
    try {
      for (let n = 0; n < workers; n++) await cluster.ready(`worker ${String(n)}`);
      const caller = await cluster.account();
      const cells: string[] = [];
      for (const [name, make] of Object.entries(KINDS)) {
        await perSecond(caller, make); // warm
        const speed = await perSecond(caller, make);
        if (!first.has(name)) first.set(name, speed);
        cells.push(`${speed.toFixed(1)} a second (× ${(speed / (first.get(name) ?? speed)).toFixed(2)})`);
      }
      const { own, browsers } = usageOf(cluster.pidOf('worker 0'));
      console.log(`| ${String(workers)} | ${cells.join(' | ')} | ${(own / 2 ** 20).toFixed(0)}, ${(browsers / 2 ** 20).toFixed(0)} |`);
    } finally {
      await cluster.stop();
    }
  }
}
