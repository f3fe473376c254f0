import type { FieldProblem } from '../../../server/contract/index.ts';
import type { PdfWarning } from '../contract.ts';
import type { FontLibrary } from '../document/fonts.ts';

/** A PDF as an operation reads it. */
export interface ChildInput {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
}

/** What an operation reports besides its files. */
export interface Findings {
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly PdfWarning[];
}

/** What an operation gives. */
export interface ToolResult extends Findings {
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

/** The hub, as an operation sees it while it runs. */
export interface Parent {
  readonly ask: Ask;
  /** Reports how many pages the document has, which may allow for more time. */
  opened(pages: number): void;
  readonly fonts: FontLibrary;
}

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
