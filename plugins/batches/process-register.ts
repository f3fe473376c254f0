import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { HubInfo } from '../../server/contract/index.ts';
import type { ProcessDocument } from './process.model.ts';

const SAY_EVERY_MS = 15_000;
/** Of a process that says nothing, until it is taken for dead. */
const SILENT_MS = 60_000;

export interface ProcessRegisterParts {
  readonly processes: Model<ProcessDocument>;
  readonly roles: HubInfo['roles'];
  readonly places: number;
  /** How many items this process is making. */
  readonly busy: () => number;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Which processes there are, told by each of itself four times a minute. */
export class ProcessRegister {
  readonly #parts: ProcessRegisterParts;
  readonly #id = randomUUID();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ProcessRegisterParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { processes, roles, places, busy, clock, log } = this.#parts;
    const now = clock();
    await processes.deleteMany({ seenAt: { $lt: new Date(now.getTime() - SILENT_MS) } });
    await processes.create({
      _id: this.#id,
      host: hostname(),
      pid: process.pid,
      roles: [...roles],
      busy: 0,
      places,
      startedAt: now,
      seenAt: now,
    });
    this.#timer = setInterval(() => {
      processes.updateOne({ _id: this.#id }, { $set: { seenAt: clock(), busy: busy() } }).catch((error: unknown) => {
        log.warn({ err: error }, 'this process could not say that it lives');
      });
    }, SAY_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#parts.processes.deleteOne({ _id: this.#id });
  }

  /** Those that said something within the last minute, the longest-running first. */
  async list(): Promise<ProcessDocument[]> {
    const { processes, clock } = this.#parts;
    return processes
      .find({ seenAt: { $gt: new Date(clock().getTime() - SILENT_MS) } })
      .sort({ startedAt: 1 })
      .lean();
  }
}
