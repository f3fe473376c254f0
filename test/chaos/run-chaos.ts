import assert from 'node:assert/strict';
import mongoose from 'mongoose';
import { readBatch, submit, type BatchState } from '../support/batches.ts';
import { download } from '../support/caller.ts';
import { Cluster } from '../support/cluster.ts';
import { textOf } from '../support/pdf.ts';
import { randomOf } from '../support/random.ts';
import { Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const ITEMS = 100;
/** Items that can never be made. */
const FAILING = new Set([17, 58]);
const CHAOS_MS = 9000;
const LIMIT_MS = 180_000;

function itemOf(index: number): object {
  if (FAILING.has(index)) return { react: "export default () => { throw new Error('never') }" };
  // Some wait, so that there is always something in the middle of being made.
  const wait = index % 4 === 0 ? { wait: { delay_ms: 400 } } : {};
  return { html: `<p>item ${String(index)}</p>`, ...wait };
}

export interface ChaosReport {
  readonly seed: number;
  readonly seconds: number;
  readonly kills: readonly string[];
  readonly webhooks: number;
  readonly repeated: number;
}

/**
 * Submits a batch to two web and two worker processes, kills each of them, the browsers, the database and Redis (-9) at random moments while it is made, and
 * asserts that nothing was lost and nothing done twice.
 */
export async function runChaos(seed: number): Promise<ChaosReport> {
  const random = randomOf(seed);
  const receiver = await Receiver.open();
  const plans = { enterprise: { requestsPerSecond: 1000, documentsPerMonth: 1000 } };
  const cluster = await Cluster.start({
    ownDatabase: true,
    webs: 2,
    workers: 2,
    redis: true,
    egressAllow: ['127.0.0.1:*'],
    plugins: { limits: { config: { plans } }, webhooks: { config: { retrySeconds: [0.5, 1, 2, 4, 8, 16] } } },
  });
  const started = performance.now();
  const kills: string[] = [];
  try {
    const caller = await cluster.account();
    const victims: [string, () => Promise<void> | void][] = [
      ['web 0', () => cluster.restart('web 0')],
      ['web 1', () => cluster.restart('web 1')],
      ['worker 0', () => cluster.restart('worker 0')],
      ['worker 1', () => cluster.restart('worker 1')],
      ['browsers', () => cluster.killBrowsers()],
      ['database', () => cluster.killDatabase()],
      ['redis', () => cluster.restartRedis(random() * 2000)],
    ];
    const { batch_id } = await submit(caller, {
      items: Array.from({ length: ITEMS }, (_, index) => itemOf(index)),
      webhook: receiver.url('/batch'),
    });
    const accepted = performance.now();
    const plan = victims.map(([name, kill]) => ({ name, kill, at: random() * CHAOS_MS })).sort((a, b) => a.at - b.at);
    for (const { name, kill, at } of plan) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, accepted + at - performance.now())));
      kills.push(`${name} at ${(at / 1000).toFixed(1)} s`);
      await kill();
    }

    const state = await until(
      `batch ${batch_id} after ${kills.join(', ')}`,
      async () => {
        // The hub may answer 503 while its database starts again.
        const found = await readBatch(caller, batch_id).catch(() => undefined);
        return found === undefined || found.finished_at === null ? undefined : found;
      },
      LIMIT_MS,
    );
    await receiver.wait('/batch', 1, 60_000);
    await check(state, caller.accountId, cluster, receiver);
    const told = receiver.at('/batch');
    const attempts = await attemptsOf(cluster, batch_id);
    return {
      seed,
      seconds: (performance.now() - started) / 1000,
      kills,
      webhooks: told.length,
      repeated: attempts.filter((count) => count > 1).length,
    };
  } catch (error) {
    console.error(`seed ${String(seed)}: ${kills.join(', ')}\n${cluster.output.slice(-4000)}`);
    throw error;
  } finally {
    await cluster.stop();
    await receiver.close();
  }
}

async function check(state: BatchState, accountId: string, cluster: Cluster, receiver: Receiver): Promise<void> {
  assert.equal(state.completed + state.failed, ITEMS);
  const failed = state.generations.filter(({ status }) => status === 'failed');
  assert.deepEqual(
    failed.map(({ index }) => index),
    [...FAILING],
    JSON.stringify(failed),
  );
  const keys = new Set<string>();
  for (const { index, url } of state.generations) {
    if (FAILING.has(index)) continue;
    keys.add(new URL(url ?? '').pathname);
    assert.equal(await textOf(await download(url ?? '')), `item ${String(index)}`);
  }
  assert.equal(keys.size, ITEMS - FAILING.size);
  assert.equal(new Set(receiver.at('/batch').map(({ headers }) => headers['webhook-id'])).size, 1);
  const data = receiver.at('/batch')[0]?.event.data;
  assert.deepEqual([data?.['batch_id'], data?.['completed'], data?.['failed']], [state.batch_id, state.completed, state.failed]);

  const database = await mongoose.createConnection(cluster.mongoUrl).asPromise();
  try {
    await until(
      'the counter to be settled',
      async () => {
        const [counter] = await database.collection('usage').find().toArray();
        const { used, journal } = counter as unknown as { used: number; journal: unknown[] };
        return journal.length === 0 && used === state.completed ? true : undefined;
      },
      90_000,
    );
    const stuck = await database.collection('generations').countDocuments({ accountId, status: { $in: ['queued', 'processing'] } });
    assert.equal(stuck, 0);
    assert.equal(await database.collection('render_queue').countDocuments(), 0);
  } finally {
    await database.close();
  }
}

async function attemptsOf(cluster: Cluster, batchId: string): Promise<number[]> {
  const database = await mongoose.createConnection(cluster.mongoUrl).asPromise();
  const found = await database.collection<{ attempts: number }>('generations').find({ batchId }).toArray();
  await database.close();
  return found.map(({ attempts }) => attempts);
}
