import { PDFHexString, type PDFObject, PDFStream, PDFString } from 'pdf-lib';
import { unpack } from './inflate.ts';

const BIG_ENDIAN = [0xfe, 0xff] as const;
const UTF_8 = [0xef, 0xbb, 0xbf] as const;
/** Between two of these, text in UTF-16 names its language (ISO 32000-1, 7.9.2.2). */
const LANGUAGE_MARK = /\u001b[^\u001b]*\u001b/g;

/**
 * A text string in any of its forms: PDFDocEncoding, UTF-16 or UTF-8 (ISO 32000-2, 7.9.2.2), also as a stream. Undefined for what is
 * no text.
 */
export function textOf(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFStream) {
    const bytes = unpack(object);
    return bytes === undefined ? undefined : textOf(PDFHexString.of(Buffer.from(bytes).toString('hex')));
  }
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  const bytes = object.asBytes();
  const begins = (mark: readonly number[]): boolean => mark.every((byte, i) => bytes[i] === byte);
  if (begins(UTF_8)) return new TextDecoder().decode(bytes.subarray(UTF_8.length)).replace(LANGUAGE_MARK, '');
  if (begins(BIG_ENDIAN)) return new TextDecoder('utf-16be').decode(bytes.subarray(BIG_ENDIAN.length)).replace(LANGUAGE_MARK, '');
  return object.decodeText();
}
