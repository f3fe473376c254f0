import { escapePattern } from '../../server/contract/escape-pattern.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { type PageRequest, readPage } from '../../db/page.ts';
import { publicId } from '../../db/public-id.ts';
import type { AnsweredRequest } from '../../server/contract/index.ts';
import { FairBuffer } from './fair-buffer.ts';
import type { RequestDocument } from './request.model.ts';

const DAY_MS = 86_400_000;
const WRITE_EVERY_MS = 1000;
/** Of one process and second; an account has at most a tenth. */
const BUFFERED = 5000;
const BUFFERED_PER_ACCOUNT = 500;
const MAX_MESSAGE = 300;

export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

export interface RequestFilter {
  readonly status?: StatusClass;
  readonly method?: string;
  /** A request id, or part of a route, of an error code, or of an error's text. */
  readonly search?: string;
  readonly from?: Date;
  readonly to?: Date;
}

export interface RequestLogParts {
  readonly requests: Model<RequestDocument>;
  readonly keepDays: number;
  readonly maxPerAccount: number;
  readonly clock: () => Date;
  readonly log: Logger;
}

/**
 * The last requests of each account. They are gathered for a second and written together, so that a request costs the
 * database no write of its own; a process that is killed loses its last second.
 */
export class RequestLog {
  readonly #parts: RequestLogParts;
  readonly #buffer = new FairBuffer<RequestDocument>(BUFFERED, BUFFERED_PER_ACCOUNT);
  readonly #added = new Map<string, number>();
  #writing: Promise<void> | undefined;

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
  }

  note({ id, at, route = '', status, ms, accountId, keyId, error }: AnsweredRequest): void {
    if (accountId === undefined || keyId === undefined) return;
    const [method = '', path = ''] = route.split(' ');
    this.#buffer.add(accountId, {
      ...{ _id: publicId('log'), accountId, requestId: id, keyId, method, route: path, status, ms },
      errorCode: error?.code ?? '',
      errorMessage: (error?.message ?? '').slice(0, MAX_MESSAGE),
      createdAt: at,
    });
    this.#writing ??= pause(WRITE_EVERY_MS, undefined, { ref: false }).then(() => this.write());
  }

  /** What is gathered, now. */
  async write(): Promise<void> {
    this.#writing = undefined;
    if (this.#buffer.isEmpty) return;
    const { requests, log } = this.#parts;
    const { entries, dropped } = this.#buffer.take();
    try {
      await requests.insertMany(entries, { lean: true, ordered: false });
      for (const [accountId, own] of Map.groupBy(entries, (entry) => entry.accountId)) await this.#trim(accountId, own.length);
    } catch (error) {
      log.warn({ err: error, count: entries.length }, 'requests are missing in the request log');
    }
    if (dropped > 0) log.warn({ count: dropped }, 'more requests came in a second than the request log takes');
  }

  async page(accountId: string, filter: RequestFilter, request: PageRequest): Promise<(RequestDocument & { id: string })[]> {
    const found = await readPage<RequestDocument>(this.#parts.requests, { accountId, ...conditionsOf(filter) }, request);
    return found.map((entry) => ({ ...entry, id: entry._id }));
  }

  async expire(): Promise<void> {
    const { requests, keepDays, clock } = this.#parts;
    await requests.deleteMany({ createdAt: { $lt: new Date(clock().getTime() - keepDays * DAY_MS) } });
  }

  /** Looks how many an account has whenever a tenth was added. */
  async #trim(accountId: string, count: number): Promise<void> {
    const { requests, maxPerAccount } = this.#parts;
    const added = (this.#added.get(accountId) ?? 0) + count;
    if (added < maxPerAccount / 10) {
      this.#added.set(accountId, added);
      return;
    }
    this.#added.delete(accountId);
    const [oldest] = await requests
      .find({ accountId }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .skip(maxPerAccount)
      .limit(1)
      .lean();
    if (oldest !== undefined) await requests.deleteMany({ accountId, createdAt: { $lte: oldest.createdAt } });
  }
}

function conditionsOf({ status, method, search, from, to }: RequestFilter): object {
  const hundreds = Number(status?.charAt(0) ?? 0) * 100;
  const pattern = { $regex: escapePattern(search ?? ''), $options: 'i' };
  const all = [
    ...(from === undefined ? [] : [{ createdAt: { $gte: from } }]),
    ...(to === undefined ? [] : [{ createdAt: { $lt: to } }]),
    ...(search === undefined
      ? []
      : [{ $or: [{ requestId: search }, ...['route', 'errorCode', 'errorMessage'].map((field) => ({ [field]: pattern }))] }]),
  ];
  return {
    ...(status === undefined ? {} : { status: { $gte: hundreds, $lt: hundreds + 100 } }),
    ...(method === undefined ? {} : { method }),
    ...(all.length === 0 ? {} : { $and: all }),
  };
}
