import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Broadcast } from '../../db/broadcast.ts';
import { isDatabaseAway } from '../../db/mongo.ts';
import type { JobQueue, JobRef } from '../contract/job.ts';
import { sharePolls } from './polling.ts';
import { JobChannel } from './notifications.ts';
import { OutageLog } from './outage-log.ts';

const POLL_MS = 500;
const MAX_CONCURRENCY = 64;
export const LOCK_LIFETIME_MS = 60_000;

export interface JobEngine {
  readonly agenda: Agenda;
  readonly channel: JobChannel;
  /** Takes no more jobs; resolves once the last that was being taken is. */
  stopTaking(): Promise<void>;
}

/** Agenda on the hub's own connection; its name is unique, so that a process can tell its own locks. */
export async function createJobEngine(connection: Connection, broadcast: Broadcast, log: Logger): Promise<JobEngine> {
  const mongo = connection.db;
  if (mongo === undefined) throw new Error('the job queue needs an open database connection');
  const name = `${hostname()}:${String(process.pid)}:${randomBytes(4).toString('hex')}`;
  const channel = new JobChannel(name, broadcast, log);
  channel.on('error', (error: Error) => {
    log.warn({ err: error }, 'the job channel met an error; jobs start by polling meanwhile');
  });
  const backend = new MongoBackend({ mongo, collection: 'jobs' });
  await backend.connect();
  const outage = new OutageLog(log, 'the job queue', 'the database');
  const stopTaking = sharePolls(backend.repository, connection.collection('jobs'), () => {
    outage.worked();
  });
  // Agenda connects in its constructor, too, where an error would reach the process and every later call would wait for ever.
  backend.connect = () => Promise.resolve();
  const agenda = new Agenda({
    name,
    backend,
    processEvery: POLL_MS,
    maxConcurrency: MAX_CONCURRENCY,
    defaultLockLifetime: LOCK_LIFETIME_MS,
    removeOnComplete: false,
    notificationChannel: channel,
  });
  agenda.on('error', (error: unknown) => {
    if (isDatabaseAway(error)) outage.failed(error);
    else log.error({ err: error }, 'the job queue met an error and goes on');
  });
  return { agenda, channel, stopTaking };
}

export class AgendaQueue implements JobQueue {
  readonly #agenda: Agenda;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  async enqueue<D extends z.ZodType>(ref: JobRef<D>, data: z.input<D>, at?: Date): Promise<void> {
    const parsed = ref.data.parse(data);
    if (at === undefined) await this.#agenda.now(ref.name, parsed);
    else await this.#agenda.schedule(at, ref.name, parsed);
  }
}
