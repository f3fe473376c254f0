import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { readPage } from '../../db/page.ts';
import type { PageRequest } from '../../server/contract/index.ts';
import type { EventType } from './contract.ts';
import type { HookDocument } from './hook.model.ts';

const REMEMBER_MS = 1000;

export interface NewHook {
  readonly event: EventType;
  readonly targetUrl: string;
  readonly templateId: string | null;
  readonly generationId: string | null;
  readonly source: string | null;
}

/** Hooks by account; those of an account are remembered for a second, as every finished document asks for them. */
export class HookStore {
  readonly #hooks: Model<HookDocument>;
  readonly #clock: () => Date;
  readonly #remembered = new Map<string, { readonly until: number; readonly hooks: Promise<HookDocument[]> }>();

  constructor(hooks: Model<HookDocument>, clock: () => Date) {
    this.#hooks = hooks;
    this.#clock = clock;
  }

  /** The same account, event and URL again is the same hook, with the filters that were sent last. */
  async subscribe(accountId: string, id: string, hook: NewHook): Promise<HookDocument> {
    const wish = createHash('sha256').update([accountId, hook.event, hook.targetUrl].join('\n')).digest('hex');
    const filters = { templateId: hook.templateId, generationId: hook.generationId, source: hook.source };
    const made = await this.#hooks
      .findOneAndUpdate(
        { wish },
        {
          $set: filters,
          $setOnInsert: { _id: id, accountId, event: hook.event, targetUrl: hook.targetUrl, createdAt: this.#clock() },
        },
        { upsert: true, returnDocument: 'after' },
      )
      .lean()
      .catch((error: unknown) => {
        if (isDuplicateKey(error)) return null;
        throw error;
      });
    this.#remembered.delete(accountId);
    return made ?? this.subscribe(accountId, id, hook);
  }

  async page(accountId: string, request: PageRequest): Promise<HookDocument[]> {
    return readPage(this.#hooks, { accountId }, request);
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.#hooks.deleteOne({ _id: id, accountId });
    this.#remembered.delete(accountId);
    return deletedCount === 1;
  }

  /** Hooks for a single document that were made before `date`. */
  async dropOfOne(date: Date): Promise<void> {
    await this.#hooks.deleteMany({ generationId: { $ne: null }, createdAt: { $lt: date } });
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#hooks.findById(id, { _id: 1 }).lean()) !== null;
  }

  async ofAccount(accountId: string): Promise<readonly HookDocument[]> {
    const now = performance.now();
    const known = this.#remembered.get(accountId);
    if (known !== undefined && known.until > now) return known.hooks;
    if (this.#remembered.size > 10_000) this.#remembered.clear();
    const hooks = this.#hooks.find({ accountId }).lean().exec();
    this.#remembered.set(accountId, { until: now + REMEMBER_MS, hooks });
    hooks.catch(() => this.#remembered.delete(accountId)); // the caller sees the error; the next one asks anew
    return hooks;
  }
}
