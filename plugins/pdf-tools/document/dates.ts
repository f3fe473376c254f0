import type { PDFDocument } from 'pdf-lib';
import type { XmpFacts } from './xmp.ts';

/** When a document was made, by its information dictionary, else by its XMP; undefined where neither has a date. */
export const createdAt = (document: PDFDocument, xmp: XmpFacts): Date | undefined =>
  inInformation(() => document.getCreationDate()) ?? inXmp(xmp.createdAt);

/** When it was changed last. */
export const modifiedAt = (document: PDFDocument, xmp: XmpFacts): Date | undefined =>
  inInformation(() => document.getModificationDate()) ?? inXmp(xmp.modifiedAt);

/** A year 0 is of no calendar that dates of PDF are in. */
const valid = (date: Date | undefined): Date | undefined => (date !== undefined && date.getUTCFullYear() > 0 ? date : undefined);
const inXmp = (text: string | undefined): Date | undefined => (text === undefined ? undefined : valid(new Date(text)));

function inInformation(read: () => Date | undefined): Date | undefined {
  try {
    return valid(read());
  } catch {
    return undefined; // a date that is none
  }
}
