import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DueDocument } from './due.model.ts';
import type { DueQueue } from './due-queue.ts';

/** Sent at once by one process: each costs a connection and little else. */
const PLACES = 128;
/** Of one account; less when slots are scarce. */
const SHARE = 16;
/** Of one account to one receiver: its other receivers must not wait for a slow one. */
const SHARE_OF_LANE = 5;
/** Less than a part of the hub has for its end. */
const FINISH_LIMIT_MS = 9000;
const NEVER = new AbortController().signal;

/** Sends a delivery; resolves with the time at which it is to be looked at again, if it is. */
export type Send = (deliveryId: string) => Promise<Date | undefined>;

/**
 * Gives slots to what is due. An account may hold as many as it leaves free, and at most its share: however many slow
 * receivers some have, there is a slot for the others. What finds none stays in the queue and holds nothing.
 */
export class Dispatcher {
  readonly #queue: DueQueue;
  readonly #send: Send;
  readonly #log: Logger;
  readonly #ofAccount = new Map<string, number>();
  readonly #ofLane = new Map<string, number>();
  readonly #sending = new Set<Promise<void>>();
  #stopping = NEVER;
  #asked = false;
  #giving: Promise<void> | undefined;

  constructor(queue: DueQueue, send: Send, log: Logger) {
    this.#queue = queue;
    this.#send = send;
    this.#log = log;
  }

  /**
   * Resolves when everything that is due has its slot or has to wait for one.
   * @param stopping no more are begun then
   */
  async dispatch(stopping: AbortSignal): Promise<void> {
    this.#stopping = stopping;
    this.#asked = true;
    this.#giving ??= this.#give();
    return this.#giving;
  }

  /** Waits for what is being sent; what takes too long is sent again by the process that looks at it next. */
  async finish(): Promise<void> {
    const limit = new AbortController();
    const ended = Promise.all(this.#sending);
    await Promise.race([ended, pause(FINISH_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => undefined)]);
    limit.abort();
  }

  /** Who asks meanwhile is served by another look. */
  async #give(): Promise<void> {
    try {
      while (this.#asked && !this.#stopping.aborted) {
        this.#asked = false;
        let found = true;
        while (found) found = await this.#giveSome();
      }
    } finally {
      this.#giving = undefined;
    }
  }

  /** False when nothing is due that may have a slot. */
  async #giveSome(): Promise<boolean> {
    const free = PLACES - this.#sending.size;
    if (free === 0) return false;
    const busy = {
      accounts: [...this.#ofAccount].filter(([, held]) => held >= this.#shareOf(free)).map(([account]) => account),
      lanes: [...this.#ofLane].filter(([, held]) => held >= SHARE_OF_LANE).map(([lane]) => lane),
    };
    const due = await this.#queue.due(free, busy);
    for (const entry of due) {
      if (this.#stopping.aborted) return false;
      if (!this.#mayHave(entry)) continue;
      const taken = await this.#queue.take(entry);
      if (taken !== undefined) this.#begin(taken);
    }
    return due.length > 0;
  }

  #shareOf(free: number): number {
    return Math.min(SHARE, free);
  }

  #mayHave({ accountId, lane }: DueDocument): boolean {
    const free = PLACES - this.#sending.size;
    return (this.#ofAccount.get(accountId) ?? 0) < this.#shareOf(free) && (this.#ofLane.get(lane) ?? 0) < SHARE_OF_LANE;
  }

  #begin(entry: DueDocument): void {
    add(this.#ofAccount, entry.accountId, 1);
    add(this.#ofLane, entry.lane, 1);
    const sending = this.#run(entry).finally(() => {
      this.#sending.delete(sending);
      add(this.#ofAccount, entry.accountId, -1);
      add(this.#ofLane, entry.lane, -1);
      this.#goOn();
    });
    this.#sending.add(sending);
  }

  async #run(entry: DueDocument): Promise<void> {
    try {
      const again = await this.#send(entry._id);
      if (again === undefined) await this.#queue.remove(entry);
      else await this.#queue.moveTo(again, entry);
    } catch (error) {
      this.#log.warn({ err: error, delivery: entry._id }, 'a webhook could not be recorded; it is looked at again');
    }
  }

  /** A slot is free. */
  #goOn(): void {
    if (this.#stopping.aborted) return;
    this.dispatch(this.#stopping).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'due webhooks wait for the next sweep');
    });
  }
}

function add(counts: Map<string, number>, name: string, step: number): void {
  const count = (counts.get(name) ?? 0) + step;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
