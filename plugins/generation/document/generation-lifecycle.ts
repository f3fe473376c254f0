import { isDuplicateKey } from '../../../db/duplicate-key.ts';
import type { KeptReplies, Principal } from '../../../server/contract/index.ts';
import type { PlanOwner, UsageState } from '../../limits/contract.ts';
import type { Generation, Lease } from '../contract.ts';
import type { EventPublisher } from './event-publisher.ts';
import { type GenerationStore, newLease, type NewGeneration, type Outcome } from './generation.store.ts';
import type { CountDocument } from './metrics.ts';
import { PendingRecord } from './pending-record.ts';
import type { UsageReservations } from './usage-reservations.ts';

export interface GenerationLifecycleParts {
  readonly store: GenerationStore;
  readonly reservations: UsageReservations;
  readonly publisher: EventPublisher;
  readonly count: CountDocument;
  readonly replies: KeptReplies;
}

export interface BegunGeneration {
  readonly lease: Lease;
  /** What the plan has left; undefined where nothing is counted. */
  readonly usage: UsageState | undefined;
  /** What was reserved is given back when it cannot be written. */
  readonly record: PendingRecord;
}

export interface BeginOptions {
  /** Called when the record exists, which is then written at once. */
  readonly onRecorded?: (() => void) | undefined;
}

export interface FailOptions {
  /** Of a new document that is perhaps not recorded. */
  readonly record?: PendingRecord | undefined;
  /** Forgets the record instead: the request was only wrong, and nobody knows of it. */
  readonly isDiscarded?: boolean;
  /** The same request may succeed: its Idempotency-Key, under which its caller was perhaps answered before, is free again. */
  readonly mayPass?: boolean;
  /** Runs when the failure is recorded, before it is published. */
  readonly onFailed?: () => Promise<void>;
}

const INTERRUPTED = 'Interrupted: the process that made this document ended. Send it again.';

/**
 * How a document that a caller waits for begins, and how every document ends: its record, its usage, its metric and its event
 * change together here. `BackgroundDocuments` records those that wait for their turn, which their batch has counted.
 */
export class GenerationLifecycle {
  readonly #parts: GenerationLifecycleParts;

  constructor(parts: GenerationLifecycleParts) {
    this.#parts = parts;
  }

  /** @throws UsageLimitExceeded when the plan has nothing left */
  async begin(principal: Principal, fresh: Omit<NewGeneration, 'usage'>, { onRecorded }: BeginOptions): Promise<BegunGeneration> {
    const { store, reservations } = this.#parts;
    const planned = reservations.plan(principal.accountId, fresh.id, principal.test);
    const usage = await reservations.reserve(principal, planned);
    const counted = { ...fresh, usage: planned };
    const lease = newLease(counted);
    const record = new PendingRecord(counted, async () => {
      try {
        await store.open(counted, lease);
      } catch (error) {
        await reservations.cancel(principal.accountId, planned);
        throw error;
      }
      onRecorded?.();
    });
    if (onRecorded !== undefined) record.open().catch(() => undefined); // whoever makes the document sees the failure
    return { lease, usage, record };
  }

  /**
   * Takes a failed document up again; of many who try, one gets it.
   * @returns undefined when it is not failed, or was taken by somebody else
   * @throws UsageLimitExceeded when the plan has nothing left; the record is as it was
   */
  async reopen(found: Generation, owner: PlanOwner): Promise<Omit<BegunGeneration, 'record'> | undefined> {
    const { store, reservations } = this.#parts;
    const planned = reservations.plan(found.accountId, found.id, found.test);
    const reopened = await store.reopen(found, planned);
    if (reopened === undefined) return undefined;
    const usage = await reservations.reserve(owner, planned).catch(async (error: unknown) => {
      await store.putBack(reopened);
      throw error;
    });
    return { lease: reopened.lease, usage };
  }

  /**
   * The finished record; undefined when the lease was lost meanwhile.
   * @param record of a new document that is perhaps not recorded
   * @throws what `isDuplicateKey` tells when somebody else recorded a new document under this id
   */
  async complete(lease: Lease, outcome: Outcome, record?: PendingRecord): Promise<Generation | undefined> {
    const { store, reservations, publisher, count } = this.#parts;
    const isPublished = await publisher.isWanted(lease.accountId, lease.webhook, 'completed');
    const fresh = record?.take();
    if (fresh === undefined) await record?.open();
    const generation = await (fresh === undefined
      ? store.complete(lease, outcome, isPublished)
      : this.#record(fresh, outcome, isPublished));
    if (generation === undefined) return undefined;
    reservations.settle(lease);
    count('completed', lease);
    if (isPublished) await publisher.publish(generation);
    return generation;
  }

  /** After an error that leaves open whether the record was written, `reconcile` gives back what was counted. */
  async #record(fresh: NewGeneration, outcome: Outcome, isPublished: boolean): Promise<Generation> {
    const { store, reservations } = this.#parts;
    try {
      return await store.openCompleted(fresh, outcome, isPublished);
    } catch (error) {
      if (isDuplicateKey(error)) await reservations.cancel(fresh.accountId, fresh.usage);
      throw error;
    }
  }

  /** False when somebody else ends the document: its lease was lost, or its record may have been written with its result. */
  async fail(lease: Lease, error: string, { record, isDiscarded = false, mayPass = false, onFailed }: FailOptions = {}): Promise<boolean> {
    const { store, reservations, publisher, count, replies } = this.#parts;
    if (isDiscarded && record?.take() !== undefined) {
      await reservations.cancel(lease.accountId, lease.usage);
      return true;
    }
    if (record !== undefined && !(await record.open())) return false;
    const isPublished = !isDiscarded && (await publisher.isWanted(lease.accountId, lease.webhook, 'failed'));
    // Before the failure can be seen, as whoever sees it may repeat the request at once; a document that was completed keeps its key.
    if (mayPass && (await store.isHeld(lease))) await replies.forget(lease.id);
    if (!(await store.fail(lease, error, isPublished))) return false;
    if (!isDiscarded) count('failed', lease);
    await reservations.refund(lease);
    if (isDiscarded) {
      await store.discard(lease.id);
      return true;
    }
    await onFailed?.();
    const failed = isPublished ? await store.find(lease.accountId, lease.id) : undefined;
    if (failed !== undefined) await publisher.publish(failed);
    return true;
  }

  /** Ends a document whose process died. */
  async recover(lease: Lease): Promise<boolean> {
    return this.fail(lease, INTERRUPTED, { mayPass: true });
  }

  /** Ends what an earlier try of the same request left behind, which makes it again: nobody is told of that. */
  async supersede(lease: Lease): Promise<void> {
    const { store, reservations } = this.#parts;
    if (await store.fail(lease, 'Interrupted; retried by the same request.', false)) await reservations.refund(lease);
  }
}
