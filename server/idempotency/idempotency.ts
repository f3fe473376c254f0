import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import type { Broadcast } from '../../db/broadcast.ts';
import { isDuplicateKey } from '../../db/duplicate-key.ts';
import { type LeaseTerms, leaseTerms } from '../../db/lease.ts';
import { derivedId } from '../../db/public-id.ts';
import type { KeptReplies } from '../contract/core-ports.ts';
import { defineError, HubError, invalidFields } from '../contract/errors.ts';
import type { IdempotencyDocument, ReplyPartDocument } from './reply.model.ts';

export const IdempotencyInProgress = defineError('IDEMPOTENCY_IN_PROGRESS', 409);
export const IdempotencyMismatch = defineError('IDEMPOTENCY_MISMATCH', 422);

const KEEP_MS = 24 * 60 * 60_000;
const LEASE_MS = 15_000;
const WAIT_MS = 10_000;
const POLL_MS = 100;
/** Where other processes tell when they are done. */
const NOTICE_POLL_MS = 500;
const CHANNEL = 'idempotency';
const ACCEPTED = 202;
const PART_BYTES = 8 * 1024 * 1024;

export interface StoredReply {
  readonly status: number;
  /** What the handler set, and the content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The object whose bytes the body holds. */
  readonly contentOf: string | null;
}

/** Makes the public ids of one piece of work; the same ones again when the work is taken over. */
export type NewId = (prefix: string) => string;

export interface IdempotentWork {
  readonly key: string;
  /** Account, method and path. */
  readonly scope: readonly string[];
  /** Of the request, the same whatever the order of its fields. */
  readonly digest: string;
  run(newId: NewId): Promise<StoredReply>;
}

interface Claim {
  readonly id: string;
  readonly owner: string;
  readonly seed: string;
}

interface Parts {
  readonly keys: Model<IdempotencyDocument>;
  readonly replyParts: Model<ReplyPartDocument>;
  readonly broadcast: Broadcast;
  /** Another body under a used key is refused instead of answered with the first reply. */
  readonly strict: boolean;
  readonly clock: () => Date;
  readonly log: Logger;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Work under an `Idempotency-Key` is done once: repetitions within 24 hours get the first reply. */
export class Idempotency implements KeptReplies {
  readonly #parts: Parts;
  readonly #lease: LeaseTerms<'owner', 'lockedUntil'>;
  readonly #running = new Map<string, Promise<void>>();
  /** The ids that work which is not over has made, and whether they were forgotten meanwhile. */
  readonly #made = new Map<string, boolean>();
  /** Requests of this process that wait for one of another. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#lease = leaseTerms({ token: 'owner', until: 'lockedUntil', durationMs: LEASE_MS, clock: parts.clock });
    parts.broadcast.listen(CHANNEL, (id) => {
      for (const wake of this.#waiting.get(id) ?? []) wake();
    });
  }

  /**
   * @throws IdempotencyInProgress when the first request is still at work after 10 s, IdempotencyMismatch in strict
   * mode, and what the work throws
   */
  async perform({ key, scope, digest: bodyHash, run }: IdempotentWork): Promise<StoredReply> {
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw invalidFields([{ field: 'Idempotency-Key', message: 'is 1 to 255 visible ASCII characters' }]);
    }
    const id = sha256([...scope, key].join('\n'));
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      const found = await this.#claim(id, bodyHash);
      if ('owner' in found) return this.#work(found, run);
      if (found.bodyHash !== bodyHash && this.#parts.strict) {
        throw IdempotencyMismatch('This Idempotency-Key was used with another body; use a new key for a new request.');
      }
      if (found.reply !== undefined) {
        const mismatch = found.bodyHash === bodyHash ? {} : { 'Idempotency-Mismatch': 'true' };
        const replay = { ...found.reply.headers, 'Idempotent-Replayed': 'true', ...mismatch };
        return { ...found.reply, headers: replay };
      }
      if (performance.now() >= deadline) {
        throw IdempotencyInProgress('The first request with this Idempotency-Key is still in progress. Try again.', { retryAfter: 1 });
      }
      await Promise.race([this.#running.get(id) ?? this.#waitForNotice(id), pause(NOTICE_POLL_MS)]);
    }
  }

  /** Resolves when another process says that it is done; it may never say so. */
  #waitForNotice(id: string): Promise<void> {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(wake, this.#parts.broadcast.live ? NOTICE_POLL_MS : POLL_MS);
      waiting.add(wake);
    });
  }

  async dropExpired(): Promise<void> {
    const over = { expiresAt: { $lt: this.#parts.clock() } };
    await this.#parts.keys.deleteMany(over);
    await this.#parts.replyParts.deleteMany(over);
  }

  async forget(id: string): Promise<void> {
    if (this.#made.has(id)) this.#made.set(id, true);
    await this.#dropReplies(id);
  }

  async #dropReplies(id: string): Promise<void> {
    const { keys, replyParts } = this.#parts;
    const holders = await keys.find({ contentOf: id }, { parts: 1 }).lean();
    const partIds = holders.flatMap(({ _id, parts }) => Array.from({ length: parts }, (_, n) => partId(_id, n)));
    // In this order, or a repetition in between would read a reply with parts missing.
    await keys.deleteMany({ contentOf: id });
    await replyParts.deleteMany({ _id: { $in: partIds } });
  }

  /** The right to do the work, the reply of whoever did it, or neither while it is being done. */
  async #claim(id: string, bodyHash: string): Promise<Claim | { readonly bodyHash: string; readonly reply?: StoredReply }> {
    const { keys, clock } = this.#parts;
    const now = clock();
    const held = this.#lease.grant();
    const { owner } = held;
    const seed = randomBytes(32).toString('hex');
    const fresh = { ...held, seed, bodyHash, ...blank, expiresAt: new Date(now.getTime() + KEEP_MS) };
    const found = await keys.findById(id).lean();
    if (found === null) {
      const made = await keys.insertMany([{ _id: id, ...fresh }], { lean: true }).catch((error: unknown) => {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      });
      return made === undefined ? this.#claim(id, bodyHash) : { id, owner, seed };
    }
    if (found.expiresAt <= now) {
      const { modifiedCount } = await keys.updateOne({ _id: id, owner: found.owner, expiresAt: found.expiresAt }, { $set: fresh });
      return modifiedCount === 1 ? { id, owner, seed } : this.#claim(id, bodyHash);
    }
    if (found.state === 'done') return { bodyHash: found.bodyHash, reply: await this.#read(found) };
    if (found.lockedUntil > now) return { bodyHash: found.bodyHash };
    const taken = await keys.updateOne({ _id: id, state: 'running', owner: found.owner }, { $set: held });
    return taken.modifiedCount === 1 ? { id, owner, seed: found.seed } : this.#claim(id, bodyHash);
  }

  async #work(claim: Claim, run: IdempotentWork['run']): Promise<StoredReply> {
    const { keys, log } = this.#parts;
    let done = (): void => undefined;
    this.#running.set(claim.id, new Promise((resolve) => (done = resolve)));
    const stop = this.#lease.keep(
      (extension) => keys.updateOne(heldBy(claim), { $set: extension }),
      (error) => {
        log.warn({ err: error }, 'the lock of an Idempotency-Key could not be extended');
      },
    );
    const ids: string[] = [];
    try {
      const reply = await run((prefix) => {
        const id = derivedId(prefix, claim.seed, ids.length);
        ids.push(id);
        this.#made.set(id, false);
        return id;
      });
      // What was interrupted, and forgotten, is made again under its own id; a 202 is about work that has just begun.
      if (reply.status !== ACCEPTED) for (const id of ids) this.#made.set(id, false);
      await this.#store(claim, reply);
      // Forgotten when there was no reply to be found.
      if (reply.contentOf !== null && this.#made.get(reply.contentOf) === true) await this.#dropReplies(reply.contentOf);
      return reply;
    } catch (error) {
      await this.#release(claim, error);
      throw error;
    } finally {
      stop();
      for (const id of ids) this.#made.delete(id);
      this.#running.delete(claim.id);
      this.#parts.broadcast.publish(CHANNEL, claim.id);
      done();
    }
  }

  /** A refused request is forgotten; after an error of ours the work may be half done, so its ids are kept for the next try. */
  async #release(claim: Claim, error: unknown): Promise<void> {
    const { keys, clock, log } = this.#parts;
    const mine = heldBy(claim);
    const refused = HubError.is(error) && error.status < 500;
    await (refused ? keys.deleteOne(mine) : keys.updateOne(mine, { $set: { lockedUntil: clock() } })).catch((cause: unknown) => {
      log.warn({ err: cause }, 'an Idempotency-Key stays locked until its lock expires');
    });
  }

  async #store(claim: Claim, { status, headers, body, contentOf }: StoredReply): Promise<void> {
    const { keys, replyParts, clock } = this.#parts;
    const expiresAt = new Date(clock().getTime() + KEEP_MS);
    let parts = 0;
    for (let at = PART_BYTES; at < body.byteLength; at += PART_BYTES) {
      const _id = partId(claim.id, parts++);
      await replyParts.replaceOne({ _id }, { _id, body: body.subarray(at, at + PART_BYTES), expiresAt }, { upsert: true });
    }
    const stored = {
      state: 'done' as const,
      status,
      headers: { ...headers },
      body: body.subarray(0, PART_BYTES),
      contentOf,
      parts,
      expiresAt,
    };
    await keys.updateOne(heldBy(claim), { $set: stored });
  }

  async #read({ _id, status, headers, body, contentOf, parts }: IdempotencyDocument): Promise<StoredReply> {
    const pieces = [bytesOf(body)];
    for (let n = 0; n < parts; n++) {
      const part = await this.#parts.replyParts.findById(partId(_id, n)).lean();
      pieces.push(bytesOf(part?.body ?? null));
    }
    return { status: status ?? 200, headers, body: Buffer.concat(pieces), contentOf };
  }
}

const partId = (id: string, n: number): string => `${id}#${String(n)}`;

const heldBy = ({ id, owner }: Claim) => ({ _id: id, state: 'running', owner }) as const;

const blank = { state: 'running', status: null, headers: {}, body: null, contentOf: null, parts: 0 } as const;

/** The driver hands binary fields out as its own type when documents are lean. */
function bytesOf(value: Buffer | null | { readonly buffer: Uint8Array }): Buffer {
  if (value === null) return Buffer.alloc(0);
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer);
}
