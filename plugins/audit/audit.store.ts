import { escapePattern } from '../../server/contract/escape-pattern.ts';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { type PageRequest, readPage } from '../../db/page.ts';
import { publicId } from '../../db/public-id.ts';
import type { AuditAction, AuditEntry, AuditLog } from './contract.ts';
import type { EntryDocument } from './entry.model.ts';

const SEARCHED = ['subjectName', 'subjectId', 'actor.name', 'actor.address', 'accountId', 'detail'];
const DAY_MS = 86_400_000;
const MAX_NAME = 255;
/** Entries of an account between two looks at how many it has. */
const TRIM_EVERY = 500;

export interface EntryFilter {
  readonly accountId?: string;
  readonly action?: AuditAction;
  /** Part of the name or id of what was changed or of who did it, or a network address. */
  readonly search?: string;
  readonly from?: Date;
  readonly to?: Date;
}

export interface AuditStoreParts {
  readonly entries: Model<EntryDocument>;
  readonly keepDays: number;
  readonly maxPerAccount: number;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Who changed what, kept for a while and at most so many of an account, the newest. */
export class AuditStore implements AuditLog {
  readonly #parts: AuditStoreParts;
  readonly #added = new Map<string, number>();

  constructor(parts: AuditStoreParts) {
    this.#parts = parts;
  }

  async record({ accountId, action, actor, subject, detail = '' }: AuditEntry): Promise<void> {
    const { entries, clock, log } = this.#parts;
    const entry: EntryDocument = {
      _id: publicId('aud'),
      accountId: accountId ?? '',
      action,
      actor: { ...actor, name: actor.name.slice(0, MAX_NAME) },
      subjectId: subject?.id ?? '',
      subjectName: (subject?.name ?? '').slice(0, MAX_NAME),
      detail: detail.slice(0, MAX_NAME),
      createdAt: clock(),
    };
    try {
      await entries.insertMany([entry], { lean: true });
      await this.#trim(entry.accountId);
    } catch (error) {
      log.error({ err: error, action, account: accountId, actor: actor.id }, 'a change was made that the audit log does not have');
    }
  }

  async page({ accountId, action, search, from, to }: EntryFilter, request: PageRequest): Promise<(EntryDocument & { id: string })[]> {
    const conditions = [
      ...(from === undefined ? [] : [{ createdAt: { $gte: from } }]),
      ...(to === undefined ? [] : [{ createdAt: { $lt: to } }]),
      ...(search === undefined ? [] : [{ $or: SEARCHED.map((field) => ({ [field]: { $regex: escapePattern(search), $options: 'i' } })) }]),
    ];
    const found = await readPage<EntryDocument>(
      this.#parts.entries,
      {
        ...(accountId === undefined ? {} : { accountId }),
        ...(action === undefined ? {} : { action }),
        ...(conditions.length === 0 ? {} : { $and: conditions }),
      },
      request,
    );
    return found.map((entry) => ({ ...entry, id: entry._id }));
  }

  async expire(): Promise<void> {
    const { entries, keepDays, clock } = this.#parts;
    await entries.deleteMany({ createdAt: { $lt: new Date(clock().getTime() - keepDays * DAY_MS) } });
  }

  /** Whoever changes things all day pushes out their own oldest entries, and nobody else's. */
  async #trim(accountId: string): Promise<void> {
    const { entries, maxPerAccount } = this.#parts;
    const added = (this.#added.get(accountId) ?? 0) + 1;
    this.#added.set(accountId, added % TRIM_EVERY);
    if (added < TRIM_EVERY) return;
    const [oldest] = await entries
      .find({ accountId }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .skip(maxPerAccount)
      .limit(1)
      .lean();
    if (oldest !== undefined) await entries.deleteMany({ accountId, createdAt: { $lte: oldest.createdAt } });
  }
}
