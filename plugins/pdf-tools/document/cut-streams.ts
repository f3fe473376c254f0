import { type PDFDocument, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { lookupNumber } from './objects.ts';
import { headersIn } from './stored-objects.ts';

const START = /\bstream(?:\r\n|\n|\r)/g;
/** What may be the last bytes of a stream or the line end before `endstream`. */
const LINE_ENDS = ['\r\n', '\r', '\n'];

/**
 * Gives streams back their last bytes. Where the length of a stream is a reference, the library looks for `endstream`, and takes the line
 * end before it for no part of the stream, which it may be.
 * @returns false when a stream differs from what its length says in another way
 */
export function restoreCutStreams({ context }: PDFDocument, bytes: Uint8Array): boolean {
  const cut = context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]) => (refersToLength(object) && lengthOf(object) !== object.contents.byteLength ? [{ ref, object }] : []));
  if (cut.length === 0) return true;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // The library takes the last object of a number.
  const headers = new Map(headersIn(text).map(({ number, generation, at }) => [PDFRef.of(number, generation), at]));
  return cut.every(({ ref, object }) => {
    const whole = wholeContents(object, bytes, text, headers.get(ref));
    if (whole !== undefined) context.assign(ref, PDFRawStream.of(object.dict, whole));
    return whole !== undefined;
  });
}

export const refersToLength = (object: PDFObject): object is PDFRawStream =>
  object instanceof PDFRawStream && object.dict.get(PDFName.of('Length')) instanceof PDFRef;

const lengthOf = ({ dict }: PDFRawStream): number | undefined => lookupNumber(dict, 'Length');

function wholeContents(object: PDFRawStream, bytes: Uint8Array, text: string, from: number | undefined): Uint8Array | undefined {
  const { contents } = object;
  const length = lengthOf(object);
  if (from === undefined || length === undefined) return undefined;
  const end = text.indexOf('endobj', from);
  START.lastIndex = from;
  for (let found = START.exec(text); found !== null && found.index < (end === -1 ? text.length : end); found = START.exec(text)) {
    const start = found.index + found[0].length;
    const isHere = Buffer.compare(bytes.subarray(start, start + contents.byteLength), contents) === 0;
    if (!isHere) continue;
    const rest = text.slice(start + contents.byteLength, start + length);
    const isWhole = LINE_ENDS.includes(rest) && /^\s*endstream/.test(text.slice(start + length, start + length + 20));
    return isWhole ? bytes.slice(start, start + length) : undefined;
  }
  return undefined;
}
