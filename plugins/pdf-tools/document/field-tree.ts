import { PDFArray, PDFDict, type PDFDocument, type PDFObject } from 'pdf-lib';
import { name } from './objects.ts';
import { tooComplex } from './prescan.ts';

/** PDFium's own limit. */
const MAX_DEPTH = 32;
/** Ways from the form to its fields: five times the fields of the largest forms that people fill. */
const MAX_FIELDS = 100_000;

/**
 * Before PDFium loads the form, which it does with the first page. It visits a field once for each way that leads to it, of which a
 * few objects can make billions.
 * @throws Refused on `pdf` for more than 100,000
 */
export function refuseLargeForm({ catalog }: PDFDocument): void {
  const form = catalog.lookup(name('AcroForm'));
  let visits = 0;
  const visit = (fields: PDFObject | undefined, depth: number): void => {
    if (!(fields instanceof PDFArray) || depth > MAX_DEPTH) return;
    for (let i = 0; i < fields.size(); i++) {
      if (++visits > MAX_FIELDS) throw tooComplex(`more than ${String(MAX_FIELDS)} fields`);
      const field = fields.lookup(i);
      if (field instanceof PDFDict) visit(field.lookup(name('Kids')), depth + 1);
    }
  };
  if (form instanceof PDFDict) visit(form.lookup(name('Fields')), 0);
}
