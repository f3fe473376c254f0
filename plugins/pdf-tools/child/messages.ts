import type { FieldProblem } from '../../../server/contract/index.ts';
import type { OperationRequest } from './operations/index.ts';
import type { ChildQuestion, Findings } from './protocol.ts';

/** One piece of work for a child. Its inputs' bytes follow on the data channel. */
interface ChildRequest extends OperationRequest {
  readonly kind: 'request';
  readonly inputs: readonly { readonly byteLength: number; readonly password?: string | undefined }[];
}

export type ChildAnswer = { readonly kind: 'answer'; readonly data: Uint8Array } | { readonly kind: 'no answer'; readonly message: string };

export type ToChild = ChildRequest | ChildAnswer;

export type LastReply =
  /** The files follow on the data channel. */
  | (Findings & { readonly kind: 'done'; readonly sizes: readonly number[] })
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'unconvertible'; readonly message: string }
  /** The operation threw on this input; with `mustRestart` the process may no longer be relied on. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly mustRestart: boolean }
  /** What it needs does not fit, and the process may no longer be relied on. */
  | { readonly kind: 'out of memory' }
  /** Something that no input can cause. */
  | { readonly kind: 'failed'; readonly message: string };

export type ChildReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'ask'; readonly question: ChildQuestion }
  | LastReply;
