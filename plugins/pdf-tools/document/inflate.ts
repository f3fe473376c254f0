import { inflateSync } from 'node:zlib';
import { PDFArray, PDFName, PDFRawStream, type PDFStream } from 'pdf-lib';

const MAX_BYTES = 64 * 1024 * 1024;

/** The only place that unpacks: bounded, and undefined for filters it does not know or data that is broken. */
export function unpack(stream: PDFStream): Uint8Array | undefined {
  if (!(stream instanceof PDFRawStream)) return stream.getContents().byteLength > MAX_BYTES ? undefined : plainContents(stream);
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter];
  let data: Uint8Array = stream.contents;
  for (const one of filters) {
    if (one !== PDFName.of('FlateDecode') && one !== PDFName.of('Fl')) return undefined;
    if (stream.dict.has(PDFName.of('DecodeParms'))) return undefined;
    try {
      data = inflateSync(data, { maxOutputLength: MAX_BYTES });
    } catch {
      return undefined; // broken or too large: the caller keeps everything then
    }
  }
  return data;
}

/** Streams this library made are kept unpacked by it. */
function plainContents(stream: PDFStream): Uint8Array | undefined {
  const unencoded = (stream as { getUnencodedContents?: () => Uint8Array }).getUnencodedContents;
  return unencoded === undefined ? undefined : unencoded.call(stream);
}
