import { type PDFDict, type PDFDocument, PDFRawStream, PDFRef } from 'pdf-lib';
import { pageContent } from '../document/content.ts';
import { applyEdits, type ContentEdit, replaceContent } from '../document/content-edits.ts';
import { unpack } from '../document/inflate.ts';
import { lookupDict, lookupName, name } from '../document/objects.ts';
import { type InlineImage, isAmbiguous, type Operand, readContent, UnreadableContent } from '../document/tokens.ts';
import { OPERATORS } from './scan.ts';

/**
 * Writes what a page shows, and the forms it may show, without operators that nobody knows, which viewers ignore (ISO 32000-1, 7.8.2),
 * with hexadecimal strings of even length, and inline images that every reader ends at the same place.
 * @returns whether anything was changed
 */
export function normalizePage(document: PDFDocument, page: PDFDict & { Resources(): PDFDict | undefined }): boolean {
  const { context } = document;
  const bytes = pageContent(page);
  const content = bytes === undefined ? undefined : normalized(bytes);
  if (content !== undefined) page.set(name('Contents'), context.register(context.flateStream(content)));
  const forms = normalizeForms(document, page.Resources(), new Set());
  return content !== undefined || forms;
}

function normalizeForms(document: PDFDocument, resources: PDFDict | undefined, seen: Set<PDFRef>): boolean {
  const objects = resources === undefined ? undefined : lookupDict(resources, 'XObject');
  let isChanged = false;
  for (const [, entry] of objects?.entries() ?? []) {
    if (!(entry instanceof PDFRef) || seen.has(entry)) continue;
    seen.add(entry);
    const form = document.context.lookup(entry);
    if (!(form instanceof PDFRawStream) || lookupName(form.dict, 'Subtype') !== 'Form') continue;
    const bytes = unpack(form);
    const content = bytes === undefined ? undefined : normalized(bytes);
    if (content !== undefined) replaceContent(document, entry, form.dict, content);
    if (normalizeForms(document, lookupDict(form.dict, 'Resources'), seen) || content !== undefined) isChanged = true;
  }
  return isChanged;
}

/** Undefined for content that is so already, or cannot be read. */
function normalized(bytes: Uint8Array): Buffer | undefined {
  const edits: ContentEdit[] = [];
  try {
    readContent(bytes, (operator, operands, start, image) => {
      if (image !== undefined) unambiguousImage(bytes, start, image, edits);
      else if (!OPERATORS.has(operator)) edits.push({ start: operands[0]?.start ?? start, end: start + operator.length, text: '' });
      else for (const operand of operands) completeStrings(operand, edits);
    });
  } catch (error) {
    if (error instanceof UnreadableContent) return undefined;
    throw error;
  }
  return edits.length === 0 ? undefined : applyEdits(bytes, edits);
}

/** Data that no filter packed is written in hexadecimal digits, among which no reader finds an end. */
function unambiguousImage(bytes: Uint8Array, start: number, image: InlineImage, edits: ContentEdit[]): void {
  const { entries, data } = image;
  if (!isAmbiguous(image) || entries.has('F') || entries.has('Filter')) return;
  const dataStart = data.byteOffset - bytes.byteOffset;
  const dictionary = Buffer.from(bytes.subarray(start + 'BI'.length, dataStart - 'ID '.length)).toString('latin1');
  const text = `BI${dictionary}/F /AHx ID ${Buffer.from(data).toString('hex')}> EI`;
  edits.push({ start, end: dataStart + data.byteLength + 'EI'.length, text });
}

function completeStrings({ start, end, bytes, items, isOdd }: Operand, edits: ContentEdit[]): void {
  if (isOdd === true && bytes !== undefined) edits.push({ start, end, text: `<${Buffer.from(bytes).toString('hex')}>` });
  for (const item of items ?? []) completeStrings(item, edits);
}
