import type { Model } from 'mongoose';
import type { SecretDocument } from './secret.model.ts';
import { newSecret } from './signature.ts';

const OVERLAP_MS = 24 * 60 * 60_000;

export interface Secret {
  readonly secret: string;
  /** Until when the secret before this one signs as well; null when there is none. */
  readonly previousUntil: Date | null;
}

/** What an account's deliveries are signed with; made when it is first asked for. */
export class SecretStore {
  readonly #secrets: Model<SecretDocument>;
  readonly #clock: () => Date;

  constructor(secrets: Model<SecretDocument>, clock: () => Date) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  async read(accountId: string): Promise<Secret> {
    const { current, previousUntil } = await this.#find(accountId);
    return { secret: current, previousUntil: previousUntil !== null && previousUntil > this.#clock() ? previousUntil : null };
  }

  /** The newest first. */
  async signing(accountId: string): Promise<string[]> {
    const { current, previous, previousUntil } = await this.#find(accountId);
    return previous !== null && previousUntil !== null && previousUntil > this.#clock() ? [current, previous] : [current];
  }

  /** A new secret; the one before signs too for 24 hours. Of two at once, one is refused. */
  async rotate(accountId: string): Promise<Secret | undefined> {
    const { current } = await this.#find(accountId);
    const secret = newSecret();
    const previousUntil = new Date(this.#clock().getTime() + OVERLAP_MS);
    const { modifiedCount } = await this.#secrets.updateOne(
      { _id: accountId, current },
      { $set: { current: secret, previous: current, previousUntil } },
    );
    return modifiedCount === 1 ? { secret, previousUntil } : undefined;
  }

  async #find(accountId: string): Promise<SecretDocument> {
    const found = await this.#secrets.findById(accountId).lean();
    if (found !== null) return found;
    await this.#secrets.updateOne(
      { _id: accountId },
      { $setOnInsert: { current: newSecret(), previous: null, previousUntil: null } },
      { upsert: true },
    );
    return this.#find(accountId);
  }
}
