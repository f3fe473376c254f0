import { inflateSync } from 'node:zlib';
import { PDFArray, type PDFContext, type PDFDict, PDFName, PDFRawStream, type PDFStream } from 'pdf-lib';
import { Refused } from '../child/protocol.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from './filters.ts';
import { dictOf, lookupNumber, name } from './objects.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Of all streams of a document. */
const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024;
const ABBREVIATED: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  RL: 'RunLengthDecode',
  LZW: 'LZWDecode',
  DCT: 'DCTDecode',
  CCF: 'CCITTFaxDecode',
};

/** The names of a stream's filters, in full. */
export function filtersOf(dict: PDFDict): string[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  const list = filter instanceof PDFArray ? filter.asArray().map((_, i) => filter.lookup(i)) : filter === undefined ? [] : [filter];
  return list.map((one) => {
    const text = one instanceof PDFName ? one.decodeText() : '?';
    return ABBREVIATED[text] ?? text;
  });
}

const unpacked = new WeakMap<PDFContext, number>();
const counted = new WeakSet<PDFStream>();

/**
 * The only place that unpacks: bounded, and undefined for filters of pictures, and for data that is broken.
 * @throws Refused when all streams that were unpacked come to too much
 */
export function unpack(stream: PDFStream): Uint8Array | undefined {
  const data = unpackAlone(stream);
  if (data === undefined || counted.has(stream)) return data;
  counted.add(stream);
  const { context } = stream.dict;
  const total = (unpacked.get(context) ?? 0) + data.byteLength;
  unpacked.set(context, total);
  if (total > MAX_DOCUMENT_BYTES) throw new Refused({ field: 'pdf', message: 'is too complex (too large when unpacked)' });
  return data;
}

function unpackAlone(stream: PDFStream): Uint8Array | undefined {
  if (!(stream instanceof PDFRawStream)) return stream.getContents().byteLength > MAX_BYTES ? undefined : plainContents(stream);
  const parameters = stream.dict.lookup(name('DecodeParms'));
  let data: Uint8Array | undefined = stream.contents;
  for (const [i, filter] of filtersOf(stream.dict).entries()) {
    const own = dictOf(parameters instanceof PDFArray ? parameters.lookup(i) : i === 0 ? parameters : undefined);
    data = decode(data, filter, own);
    if (data === undefined) return undefined;
  }
  return data;
}

function decode(data: Uint8Array, filter: string, parameters: PDFDict | undefined): Uint8Array | undefined {
  switch (filter) {
    case 'FlateDecode':
      return unpredict(inflate(data), parameters);
    case 'LZWDecode':
      return unpredict(decodeLzw(data, MAX_BYTES, parameters === undefined || lookupNumber(parameters, 'EarlyChange') !== 0), parameters);
    case 'ASCIIHexDecode':
      return decodeAsciiHex(data, MAX_BYTES);
    case 'ASCII85Decode':
      return decodeAscii85(data, MAX_BYTES);
    case 'RunLengthDecode':
      return decodeRunLength(data, MAX_BYTES);
    default:
      return undefined;
  }
}

function inflate(data: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(data, { maxOutputLength: MAX_BYTES });
  } catch {
    return undefined; // broken or too large: the caller keeps everything then
  }
}

/** PNG's predictors (ISO 32000-1, 7.4.4.4); TIFF's is not read. */
function unpredict(data: Uint8Array | undefined, parameters: PDFDict | undefined): Uint8Array | undefined {
  const predictor = parameters === undefined ? 1 : (lookupNumber(parameters, 'Predictor') ?? 1);
  if (data === undefined || parameters === undefined || predictor === 1) return data;
  if (predictor < 10) return undefined;
  const [colors, bits, columns] = [
    lookupNumber(parameters, 'Colors') ?? 1,
    lookupNumber(parameters, 'BitsPerComponent') ?? 8,
    lookupNumber(parameters, 'Columns') ?? 1,
  ];
  const step = Math.max(1, (colors * bits) >> 3);
  const stride = (colors * bits * columns + 7) >> 3;
  const rows = Math.floor((data.length + stride) / (stride + 1));
  if (stride * rows > MAX_BYTES) return undefined;
  const out = new Uint8Array(rows * stride);
  for (let y = 0; y < rows; y++) {
    const from = y * (stride + 1);
    const to = y * stride;
    const kind = data[from];
    for (let x = 0; x < stride; x++) {
      const left = x < step ? 0 : (out[to + x - step] ?? 0);
      const above = y === 0 ? 0 : (out[to + x - stride] ?? 0);
      const corner = x < step || y === 0 ? 0 : (out[to + x - stride - step] ?? 0);
      const guess = kind === 1 ? left : kind === 2 ? above : kind === 3 ? (left + above) >> 1 : kind === 4 ? paeth(left, above, corner) : 0;
      out[to + x] = (data[from + 1 + x] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Streams this library made are kept unpacked by it. */
function plainContents(stream: PDFStream): Uint8Array | undefined {
  const unencoded = (stream as { getUnencodedContents?: () => Uint8Array }).getUnencodedContents;
  return unencoded === undefined ? undefined : unencoded.call(stream);
}
