import type { FieldProblem } from '../../../server/contract/index.ts';

/** One piece of work for a child; the options are those of the operation. Its inputs' bytes follow on the data channel. */
interface ChildRequest {
  readonly operation: string;
  readonly inputs: readonly { readonly byteLength: number; readonly password?: string | undefined }[];
  readonly options: unknown;
}

/** A PDF as an operation reads it. */
export interface ChildInput {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
}

export interface ToolWarning {
  readonly code: string;
  readonly message: string;
}

/** What an operation has to say besides its files. */
export interface Told {
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly ToolWarning[];
}

/** What an operation gives. */
export interface ToolResult extends Told {
  readonly files: readonly Uint8Array[];
}

/** What a child may not do itself: the key and the network stay with its parent. */
export interface ChildQuestion {
  readonly what: 'sign' | 'timestamp';
  readonly data: Uint8Array;
  readonly digest: Digest;
}
export type Digest = 'SHA-256' | 'SHA-384' | 'SHA-512';

export type Ask = (question: ChildQuestion) => Promise<Uint8Array>;

/** What an operation may turn to while it runs. */
export interface Parent {
  readonly ask: Ask;
  /** Tells how long the document is, as that may allow for more time. */
  opened(pages: number): void;
}

type ChildAnswer = { readonly kind: 'answer'; readonly data: Uint8Array } | { readonly kind: 'no answer'; readonly message: string };

export type ToChild = (ChildRequest & { readonly kind: 'request' }) | ChildAnswer;

export type LastReply =
  /** The files follow on the data channel. */
  | (Told & { readonly kind: 'done'; readonly sizes: readonly number[] })
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'unconvertible'; readonly message: string }
  /** The operation threw on this input. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly isWorn: boolean }
  /** Something that no input can cause. */
  | { readonly kind: 'failed'; readonly message: string };

export type ChildReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'ask'; readonly question: ChildQuestion }
  | LastReply;

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

/** A failure of ours, whatever the input was. Any other error while an input is read or worked on is the input's. */
export class OwnFault extends Error {}
