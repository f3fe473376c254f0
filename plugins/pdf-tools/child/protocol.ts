import type { FieldProblem } from '../../../server/contract/index.ts';

/** One piece of work for a child; the options are those of the operation. */
export interface ChildRequest {
  readonly operation: string;
  readonly pdfs: readonly ChildInput[];
  readonly options: unknown;
}

export interface ChildInput {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
}

export interface ToolWarning {
  readonly code: string;
  readonly message: string;
}

/** What an operation gives: files, and what there is to say of them. */
export interface ToolResult {
  readonly files: readonly Uint8Array[];
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly ToolWarning[];
}

/** What a child may not do itself: the key and the network stay with its parent. */
export interface ChildQuestion {
  readonly what: 'sign' | 'timestamp';
  readonly data: Uint8Array;
  readonly digest: Digest;
}
export type Digest = 'SHA-256' | 'SHA-384' | 'SHA-512';

export type Ask = (question: ChildQuestion) => Promise<Uint8Array>;

type ChildAnswer = { readonly kind: 'answer'; readonly data: Uint8Array } | { readonly kind: 'no answer'; readonly message: string };

export type ToChild = (ChildRequest & { readonly kind: 'request' }) | ChildAnswer;

export type ChildReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ask'; readonly question: ChildQuestion }
  | { readonly kind: 'done'; readonly result: ToolResult }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'unconvertible'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Input the operation refuses; every wrong field at once. */
export class Refused extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(...problems: readonly FieldProblem[]) {
    super(problems.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.name = 'Refused';
    this.problems = problems;
  }
}

/** The file is sound but cannot become what was asked for. */
export class Unconvertible extends Error {}
