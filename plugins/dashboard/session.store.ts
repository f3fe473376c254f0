import { createHash, randomBytes } from 'node:crypto';
import type { Model } from 'mongoose';
import type { SessionDocument } from './session.model.ts';

const IDLE_MS = 30 * 60_000;
const ABSOLUTE_MS = 12 * 3_600_000;
/** How long a password just given counts for making and showing secrets. */
const CONFIRMED_MS = 10 * 60_000;
const SEEN_GRAIN_MS = 60_000;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly address: string;
  readonly browser: string;
  /** The password was given within the last ten minutes. */
  readonly isConfirmed: boolean;
}

/** Sessions end after 30 minutes without a request, and after 12 hours in any case. */
export class SessionStore {
  readonly #sessions: Model<SessionDocument>;
  readonly #clock: () => Date;

  constructor(sessions: Model<SessionDocument>, clock: () => Date) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /** The secret for the cookie; 256 random bits, never one that a browser brought. */
  async open(accountId: string, from: { readonly address: string; readonly browser: string }): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.#clock();
    await this.#sessions.create({
      _id: digest(secret),
      accountId,
      createdAt: now,
      seenAt: now,
      confirmedAt: now,
      address: from.address,
      browser: from.browser.slice(0, 200),
    });
    return secret;
  }

  async find(secret: string): Promise<Session | undefined> {
    const found = await this.#sessions.findOne({ _id: digest(secret) }).lean();
    if (found === null) return undefined;
    const now = this.#clock().getTime();
    if (now - found.seenAt.getTime() > IDLE_MS || now - found.createdAt.getTime() > ABSOLUTE_MS) {
      await this.#sessions.deleteOne({ _id: found._id });
      return undefined;
    }
    if (now - found.seenAt.getTime() > SEEN_GRAIN_MS)
      await this.#sessions.updateOne({ _id: found._id }, { $set: { seenAt: new Date(now) } });
    return this.#present(found);
  }

  async list(accountId: string): Promise<Session[]> {
    const now = this.#clock().getTime();
    const open = { accountId, seenAt: { $gt: new Date(now - IDLE_MS) }, createdAt: { $gt: new Date(now - ABSOLUTE_MS) } };
    return (await this.#sessions.find(open).sort({ seenAt: -1 }).lean()).map((one) => this.#present(one));
  }

  async confirm(id: string): Promise<void> {
    await this.#sessions.updateOne({ _id: id }, { $set: { confirmedAt: this.#clock() } });
  }

  async end(accountId: string, id: string): Promise<void> {
    await this.#sessions.deleteOne({ _id: id, accountId });
  }

  async endAll(accountId: string): Promise<void> {
    await this.#sessions.deleteMany({ accountId });
  }

  async dropIdle(): Promise<void> {
    await this.#sessions.deleteMany({ seenAt: { $lt: new Date(this.#clock().getTime() - IDLE_MS) } });
  }

  #present({ _id, accountId, createdAt, seenAt, confirmedAt, address, browser }: SessionDocument): Session {
    const isConfirmed = this.#clock().getTime() - confirmedAt.getTime() < CONFIRMED_MS;
    return { id: _id, accountId, createdAt, seenAt, address, browser, isConfirmed };
  }
}
