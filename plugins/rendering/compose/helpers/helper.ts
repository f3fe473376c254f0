import type { ComposeNote } from '../notes.ts';
import type { Check } from './checks.ts';
import type { Formats } from './formats.ts';

/** One call of a helper, beside its arguments. */
export interface Call {
  readonly formats: Formats;
  readonly hash: Readonly<Record<string, unknown>>;
  /** The region of the document: `locale`, `timezone`, `currency`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /**
   * Notes that an argument is not what the helper works with.
   * @param index of the argument
   * @param field below it, which the note is about
   */
  note(code: ComposeNote['code'], index: number, sentence: string, field?: string): void;
}

/** Thrown by a helper; its message is ours, and a sentence for a template's author. */
export class WrongArgument extends Error {}

/** What the use of a variable says about its values. */
type ArgumentKind = 'number' | 'date' | 'array' | 'boolean';

export interface HelperSpec {
  readonly run: (args: readonly unknown[], call: Call) => unknown;
  /** Its arguments, as a template's author writes them. */
  readonly args: string;
  /** Fewest and most arguments in order. */
  readonly count: readonly [least: number, most: number];
  /** Of the arguments in order, where not every value will do. */
  readonly checks?: readonly (Check | undefined)[];
  /** Arguments with a name. */
  readonly named?: Readonly<Record<string, Check>>;
  /** The kinds of its arguments in order, or one kind for all. */
  readonly kinds?: ArgumentKind | readonly ArgumentKind[];
  /** Arguments may be absent: it compares them, or has a value of its own. */
  readonly asks?: boolean;
}
