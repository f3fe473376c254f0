import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { JobQueue, JobRef } from '../contract/job.ts';

const POLL_MS = 500;
export const LOCK_LIFETIME_MS = 60_000;

/** Agenda on the hub's own connection; its name is unique, so that a process can tell its own locks. */
export function createAgenda(connection: Connection, log: Logger): Agenda {
  const mongo = connection.db;
  if (mongo === undefined) throw new Error('the job queue needs an open database connection');
  const agenda = new Agenda({
    name: `${hostname()}:${String(process.pid)}:${randomBytes(4).toString('hex')}`,
    backend: new MongoBackend({ mongo, collection: 'jobs' }),
    processEvery: POLL_MS,
    defaultLockLifetime: LOCK_LIFETIME_MS,
    removeOnComplete: true,
  });
  agenda.on('error', (error: unknown) => {
    log.error({ err: error }, 'the job queue met an error and goes on');
  });
  return agenda;
}

export class AgendaQueue implements JobQueue {
  readonly #agenda: Agenda;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  async enqueue<D extends z.ZodType>(ref: JobRef<D>, data: z.input<D>): Promise<void> {
    await this.#agenda.now(ref.name, ref.data.parse(data));
  }
}
