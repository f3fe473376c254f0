import type { Words } from './described-schema.ts';
import type { Options } from './types.ts';

/** The dashboard removes what begins like this when somebody signs out. */
const PREFIX = 'platen.draft.';
const KEEP_MS = 300;

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

function keep(id: string, draft: LocalDraft): void {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(draft));
  } catch {
    // full, or a browser that keeps nothing: the page itself still warns before it is left
  }
}

/**
 * Keeps the draft when nothing is typed for 300 ms, or when the page goes before that.
 * It is written once: signing out removes it, and the page goes only afterwards.
 * @returns ends the waiting
 */
export function keepSoon(id: string, draft: LocalDraft): () => void {
  const write = (): void => {
    stop();
    keep(id, draft);
  };
  const timer = setTimeout(write, KEEP_MS);
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener('pagehide', write);
  };
  addEventListener('pagehide', write);
  return stop;
}

export function removeDraft(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // a browser that keeps nothing
  }
}
