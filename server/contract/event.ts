import type { z } from 'zod';

/** Something that happens, of which other machines may be told. */
export interface EventSpec {
  readonly summary: string;
  readonly description?: string;
  /** The `data` of its message, as the wire has it. */
  readonly data: z.ZodType;
  /** Such a `data`, for the reference. */
  readonly example?: object;
  /** What a key must be allowed to be told of it, as it tells what these scopes guard. */
  readonly scope?: string | readonly string[];
}

/** An event that some enabled plugin declares, under its type such as `template.created`. */
export interface DeclaredEvent extends EventSpec {
  readonly type: string;
}

/** A request that this hub sends to an address of an account; listed below `webhooks` in `/openapi.json`. */
export interface Webhook {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly headers?: z.ZodType;
  readonly body: z.ZodType;
  /** A body as it is sent. */
  readonly example?: object;
  /** What the receiver's answers mean, by status (`2XX` or `410`). */
  readonly answers: Readonly<Record<string, string>>;
}
