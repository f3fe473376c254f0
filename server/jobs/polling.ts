import type { JobRepository } from 'agenda';
import type { Connection } from 'mongoose';

/** Of jobs that may be taken; more than these are not told apart. */
const MOST_ROWS = 100;

interface Asked {
  readonly name: string;
  readonly nextScanAt: Date;
  readonly lockDeadline: Date;
}

/**
 * Agenda polls for each type of job with a command of its own. Whoever asks within one turn of the event loop shares a
 * query that says which types have a job to take, and only for these is one taken. A single question, as after a
 * notification, goes through at once.
 * @param answered called whenever the database has answered
 * @returns takes no more jobs, and resolves once the last that was being taken is: when it drains, Agenda leaves such a one locked
 */
export function sharePolls(
  repository: JobRepository,
  jobs: ReturnType<Connection['collection']>,
  answered: () => void,
): () => Promise<void> {
  const takeNext = repository.getNextJobToRun.bind(repository);
  const taking = new Set<Promise<unknown>>();
  let isOver = false;
  const take: JobRepository['getNextJobToRun'] = async (...asked) => {
    if (isOver) return undefined;
    const taken = takeNext(...asked);
    taking.add(taken);
    try {
      const job = await taken;
      answered();
      return job;
    } finally {
      taking.delete(taken);
    }
  };
  let asked: Asked[] = [];
  let look: Promise<ReadonlySet<string> | undefined> | undefined;

  /** The types with a job to take; undefined when all have to be asked. */
  const typesToTake = async (): Promise<ReadonlySet<string> | undefined> => {
    await Promise.resolve(); // everybody who asks in this turn has asked
    const all = asked;
    asked = [];
    look = undefined;
    if (all.length === 1) return undefined;
    const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map(Number)));
    const rows = await jobs
      .find(
        {
          name: { $in: all.map(({ name }) => name) },
          disabled: { $ne: true },
          $or: [
            { lockedAt: null, nextRunAt: { $lte: latest(all.map(({ nextScanAt }) => nextScanAt)) } },
            { lockedAt: { $lte: latest(all.map(({ lockDeadline }) => lockDeadline)) } },
          ],
        },
        { projection: { _id: 0, name: 1 }, limit: MOST_ROWS },
      )
      .toArray();
    answered();
    return rows.length < MOST_ROWS ? new Set(rows.map(({ name }) => String(name))) : undefined;
  };

  repository.getNextJobToRun = async (name, nextScanAt, lockDeadline, now, options) => {
    asked.push({ name, nextScanAt, lockDeadline });
    const types = await (look ??= typesToTake());
    return types === undefined || types.has(name) ? take(name, nextScanAt, lockDeadline, now, options) : undefined;
  };
  return async () => {
    isOver = true;
    await Promise.allSettled(taking);
  };
}
