import type { Collection, Model, Schema } from 'mongoose';

/** What of a collection goes with an account when it is exported; a collection without it stays behind. */
export interface Ownership {
  /** The filter that finds an account's documents. */
  of(accountId: string): Readonly<Record<string, unknown>>;
  /** Fields that are not carried over, and what they become. */
  readonly blank?: Readonly<Record<string, unknown>>;
  /** The field that holds a stored file as `{key}`. */
  readonly file?: string;
  /** Only of the collection whose records are the accounts themselves. */
  readonly account?: AccountRecord;
}

export interface AccountRecord {
  /** The filter that finds an account. */
  readonly byEmail: (email: string) => Readonly<Record<string, unknown>>;
  /** What the operator has to do after an import, in a sentence. */
  readonly afterImport: (email: string) => string;
}

/** Of collections whose documents name their account in `accountId`. */
export const byAccountId = { of: (accountId: string) => ({ accountId }) };

/** A collection a plugin owns. Compiled on the hub's connection, never on mongoose's global one. */
export interface ModelSpec<T = unknown> {
  /** Plural snake_case, unique across plugins. */
  readonly collection: string;
  readonly schema: Schema;
  readonly belongsTo?: Ownership;
  /** What running processes say of themselves: in no backup, and nothing that a restore would overwrite. */
  readonly transient?: boolean;
  /** Exists at compile time only: it carries the type of the documents. */
  readonly type?: T;
}

export type Models = Readonly<Record<string, ModelSpec>>;

export type ModelTypes<M extends Models> = { readonly [K in keyof M]: M[K] extends ModelSpec<infer T> ? Model<T> : never };

export function defineModel<T>(spec: {
  readonly collection: string;
  readonly schema: Schema<T>;
  readonly belongsTo?: Ownership;
  readonly transient?: boolean;
}): ModelSpec<T> {
  // The document type travels in `ModelSpec<T>`; mongoose's own generics cannot be erased otherwise.
  return spec;
}

/** One step of a plugin's data; run once per database, in order, under a lock. */
export interface Migration {
  /** Unique within the plugin; never reused. */
  readonly id: string;
  run(collection: (name: string) => Collection): Promise<void>;
}
