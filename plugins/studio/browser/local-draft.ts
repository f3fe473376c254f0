import type { Words } from './described-schema.ts';
import type { Options } from './types.ts';

/** The dashboard removes what begins like this when somebody signs out. */
const PREFIX = 'platen.draft.';

/** What is in the editor and not saved. */
export interface LocalDraft {
  /** The version that it was made from. */
  readonly version: number;
  readonly at: string;
  readonly name: string;
  readonly html: string;
  readonly options: Options;
  readonly data: string;
  readonly words: readonly (readonly [string, Words])[];
}

/** What this browser keeps of a template that was not saved: a lost session, a closed tab or a crash loses no work. */
export function readDraft(id: string): LocalDraft | undefined {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null') as LocalDraft | null) ?? undefined; // written below
  } catch {
    return undefined; // cut off, or a browser that keeps nothing
  }
}

/** @param draft undefined when all is saved */
export function keepDraft(id: string, draft: LocalDraft | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(PREFIX + id);
    else localStorage.setItem(PREFIX + id, JSON.stringify(draft));
  } catch {
    // full, or a browser that keeps nothing: the page itself still warns before it is left
  }
}
