import type { Agenda, Job as Entry } from 'agenda';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Job } from '../contract/job.ts';
import type { Metrics } from '../contract/metrics.ts';
import type { Stage } from '../kernel/lifecycle.ts';
import { type JobEngine, LOCK_LIFETIME_MS } from './queue.ts';

const DRAIN_LIMIT_MS = 25_000;
const HEARTBEAT_MS = LOCK_LIFETIME_MS / 4;
/**
 * Agenda fills its queue on notice and by polling, not when a job ends: without this, jobs wait for the next poll.
 * Recurring ones have no other job of their type to wait for.
 */
const REFILL_MS = 3;

/** Runs the jobs of the enabled plugins; jobs of disabled ones stay queued and are named once in the log. */
export function createWorker(
  { agenda, channel, stopTaking }: JobEngine,
  connection: Connection,
  jobs: readonly Job[],
  metrics: Metrics,
  log: Logger,
): Stage {
  const count = metrics.counter({ name: 'platen_job_runs_total', help: 'Background jobs that ended.', labels: ['name', 'outcome'] });
  const stopping = new AbortController();
  for (const job of jobs) {
    const concurrency = job.concurrency ?? 1;
    agenda.define(
      job.name,
      // oxlint-disable-next-line typescript/no-misused-promises -- Agenda waits for the promise, as its second signature says
      async (entry) => {
        const heartbeat = setInterval(() => {
          entry.touch().catch((error: unknown) => {
            log.warn({ err: error, job: job.name }, 'a job could not extend its lock');
          });
        }, HEARTBEAT_MS);
        try {
          await job.run(job.data.parse(entry.attrs.data ?? {}), { signal: stopping.signal });
          count({ name: job.name, outcome: 'done' });
        } catch (error) {
          count({ name: job.name, outcome: 'failed' });
          log.error({ err: error, job: job.name }, 'a job failed');
          if (job.every !== undefined) throw error;
        } finally {
          clearInterval(heartbeat);
          // Whatever became of it, it is over: what is left to do stands in its plugin's own records. Agenda's own
          // removal comes after its event of completion, which makes its drain wait in vain and refills come too early.
          if (job.every === undefined) await entry.remove();
        }
      },
      { concurrency, lockLimit: concurrency, lockLifetime: LOCK_LIFETIME_MS },
    );
  }
  const recurring = new Map<string, string>(jobs.flatMap(({ name, every }) => (every === undefined ? [] : [[name, every]])));
  agenda.on('complete', ({ attrs: { _id, name } }: Entry) => {
    if (_id === undefined || recurring.has(name)) return;
    const notice = { jobId: _id, jobName: name, nextRunAt: null, priority: 0, timestamp: new Date() };
    setTimeout(() => {
      channel.wake(notice);
    }, REFILL_MS);
  });
  return {
    name: 'jobs',
    limitMs: DRAIN_LIMIT_MS + 2000,
    async start() {
      // Left by jobs that ended while the database was away.
      await connection.collection('jobs').deleteMany({ nextRunAt: null, lockedAt: null });
      await postponeNew(recurring, agenda, connection);
      await agenda.start();
      await Promise.all([...recurring].map(([name, every]) => agenda.every(every, name)));
      const sleeping = await connection.collection('jobs').distinct('name', { name: { $nin: jobs.map(({ name }) => name) } });
      if (sleeping.length > 0) log.warn({ jobs: sleeping }, 'jobs of disabled plugins sleep until those are enabled again');
    },
    async stop() {
      stopping.abort(new Error('the hub is stopping'));
      await stopTaking();
      await agenda.drain(DRAIN_LIMIT_MS);
      await releaseLocks(agenda, connection);
    },
  };
}

/** Recurring jobs that are new to the database first run after their interval: at a first start there is nothing for them to do. */
async function postponeNew(recurring: ReadonlyMap<string, string>, agenda: Agenda, connection: Connection): Promise<void> {
  const upserts = [...recurring].map(([name, every]) => {
    const { nextRunAt } = agenda.create(name).repeatEvery(every, { skipImmediate: true }).attrs;
    return { updateOne: { filter: { name, type: 'single' }, update: { $setOnInsert: { nextRunAt } }, upsert: true } };
  });
  if (upserts.length > 0) await connection.collection('jobs').bulkWrite(upserts, { ordered: false });
}

/** `drain` leaves jobs locked that were only prefetched; without this they would wait for their lock to expire. */
async function releaseLocks(agenda: Agenda, connection: Connection): Promise<void> {
  await connection
    .collection('jobs')
    .updateMany({ lastModifiedBy: agenda.attrs.name, lockedAt: { $ne: null }, nextRunAt: { $ne: null } }, { $set: { lockedAt: null } });
}
