import type { PDFDict } from 'pdf-lib';
import { name } from '../document/objects.ts';

/** What is lost by the conversion, as a reader would name it. */
const LOSSES: Readonly<Record<string, string>> = {
  EmbeddedFiles: 'attached files',
  JavaScript: 'scripts',
  OCProperties: 'layers',
  Collection: 'the portfolio',
};

export interface Repairs {
  /** How much was changed; none when the file was as the standard asks. */
  changes: number;
  readonly lost: Set<string>;
  /** Kinds of annotations that only screens showed before. */
  readonly printed: Set<string>;
}

export function drop(dict: PDFDict, keys: readonly string[], repairs: Repairs): void {
  for (const key of keys) {
    if (!dict.delete(name(key))) continue;
    repairs.changes++;
    const loss = LOSSES[key];
    if (loss !== undefined) repairs.lost.add(loss);
  }
}
