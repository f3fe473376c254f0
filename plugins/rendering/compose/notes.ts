const MAX_NOTES = 50;

/** What of a template prints otherwise than was probably meant. */
export interface ComposeNote {
  readonly code: 'MISSING_VARIABLE' | 'NOT_A_DATE' | 'NOT_A_NUMBER' | 'NOT_A_LIST' | 'NOT_PRINTABLE';
  readonly message: string;
  /** The path of the variable, or the text itself where the template holds it. */
  readonly subject: string;
}

/** Notes of one document: each kind once for each subject, and no more than people read. */
export class Notes {
  readonly #notes = new Map<string, ComposeNote>();

  add(code: ComposeNote['code'], subject: string, message: string): void {
    const key = `${code} ${subject}`;
    if (this.#notes.size < MAX_NOTES && !this.#notes.has(key)) this.#notes.set(key, { code, message, subject });
  }

  get all(): ComposeNote[] {
    return [...this.#notes.values()];
  }
}
