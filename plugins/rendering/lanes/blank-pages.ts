import type { PrintPlan, RenderWarning } from '../contract.ts';
import { emptyPages } from './pdf-objects.ts';
import type { PageState } from './readiness.ts';

const MAX_LISTED = 20;

/** Pages on which nothing is drawn. With a header or footer something is drawn on each: then the document's own elements tell. */
export function blankWarnings(pdf: Buffer, pages: number, { header }: PrintPlan, { blank }: PageState): RenderWarning[] {
  if (header !== undefined) return blank ? [{ code: 'BLANK_PAGE', message: 'The document is blank.' }] : [];
  const empty = emptyPages(pdf);
  if (empty.length === pages) return [{ code: 'BLANK_PAGE', message: 'The document is blank.' }];
  return empty.slice(0, MAX_LISTED).map((page) => ({
    code: 'BLANK_PAGE',
    message: `Page ${String(page)} of ${String(pages)} is blank.`,
    subject: `page ${String(page)}`,
  }));
}
