import type { PDFDict, PDFDocument } from 'pdf-lib';
import { dictOf, lookupArray, lookupDict } from './objects.ts';
import { tooComplex } from './prescan.ts';

/** PDFium's own limit. */
const MAX_DEPTH = 32;
/** Ways from the form to its fields. */
const MAX_FIELDS = 100_000;

/**
 * Before PDFium loads the form, which it does with the first page. It visits a field once for each way that leads to it, of which a
 * few objects can make billions.
 * @throws Refused on `pdf` for more than 100,000
 */
export function refuseLargeForm({ catalog }: PDFDocument): void {
  let visits = 0;
  const visit = (holder: PDFDict | undefined, key: string, depth: number): void => {
    const fields = holder === undefined || depth > MAX_DEPTH ? undefined : lookupArray(holder, key);
    for (let i = 0; i < (fields?.size() ?? 0); i++) {
      if (++visits > MAX_FIELDS) throw tooComplex(`more than ${String(MAX_FIELDS)} fields`);
      visit(dictOf(fields?.lookup(i)), 'Kids', depth + 1);
    }
  };
  visit(lookupDict(catalog, 'AcroForm'), 'Fields', 0);
}
