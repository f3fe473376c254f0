import { availableParallelism } from 'node:os';
import { finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { Cluster } from '../support/cluster.ts';
import { usageOf } from '../support/processes.ts';
import { hasRedis } from '../support/services.ts';
import { DOCUMENTS } from './documents.ts';

const WORKERS = [1, 2, 4];
const BATCHES = 4;
const ITEMS = 100;
/** A report in a context of its own: where the renderer, not the database, is what everybody waits for. */
const SCRIPTED = `${DOCUMENTS.invoice.html}<script>document.title = 'scripted'</script>`;
const KINDS = { hello: DOCUMENTS.hello.html, invoice: DOCUMENTS.invoice.html, 'invoice with a script': SCRIPTED } as const;

async function perSecond(caller: Caller, html: string): Promise<number> {
  const started = performance.now();
  const ids = await Promise.all(
    Array.from(
      { length: BATCHES },
      async () => (await submit(caller, { items: Array.from({ length: ITEMS }, () => ({ html })) })).batch_id,
    ),
  );
  for (const id of ids) {
    const { completed } = await finished(caller, id, 300_000);
    if (completed !== ITEMS) throw new Error(`${String(completed)} of ${String(ITEMS)} were made`);
  }
  return (BATCHES * ITEMS * 1000) / (performance.now() - started);
}

/** Batches on one, two and four worker processes beside one web process, in the same run. */
export async function benchWorkers(): Promise<void> {
  console.log(`\n### Workers (${String(availableParallelism())} cores for everything, the database and this program included)\n`);
  console.log(
    `| Workers | ${Object.keys(KINDS).join(' | ')} | memory of a worker, its browsers (MiB) |\n|---|${'---|'.repeat(Object.keys(KINDS).length + 1)}`,
  );
  const first = new Map<string, number>();
  for (const workers of WORKERS) {
    const cluster = await Cluster.start({ workers, redis: hasRedis() });
    try {
      for (let n = 0; n < workers; n++) await cluster.ready(`worker ${String(n)}`);
      const caller = cluster.account();
      const cells: string[] = [];
      for (const [name, html] of Object.entries(KINDS)) {
        await perSecond(caller, html); // warm
        const speed = await perSecond(caller, html);
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
