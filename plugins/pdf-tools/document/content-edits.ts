import { type PDFDict, type PDFDocument, PDFRawStream, type PDFRef } from 'pdf-lib';
import { name } from './objects.ts';

/** What takes the place of a part of a content stream. */
export interface ContentEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits in their order, none over another */
export function applyEdits(bytes: Uint8Array, edits: readonly ContentEdit[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(` ${text} `, 'latin1'));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** Gives a stream other content, and leaves the rest of its dictionary. */
export function replaceContent({ context }: PDFDocument, ref: PDFRef, dict: PDFDict, bytes: Uint8Array): void {
  const { dict: packed, contents } = context.flateStream(bytes);
  const kept = dict.clone(context);
  for (const key of ['Filter', 'DecodeParms', 'Length', 'F', 'FFilter', 'FDecodeParms']) kept.delete(name(key));
  for (const [key, value] of packed.entries()) kept.set(key, value);
  context.assign(ref, PDFRawStream.of(kept, contents));
}
