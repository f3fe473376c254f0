import { constants, inflateSync } from 'node:zlib';
import type { PDFDocument, PDFRef } from 'pdf-lib';
import { Refused } from '../child/protocol.ts';
import { orientationOf } from './exif.ts';

const MAX_PIXELS = 16_000_000;
/** Four channels of 16 bits. */
const MAX_PIXEL_BYTES = 8;
const PASSES = 7;
const IDAT = 0x49444154;

/** A picture as it is looked at, which is drawn into the unit square by `<draw> /<its name> Do`. */
export interface Picture {
  readonly ref: PDFRef;
  readonly width: number;
  readonly height: number;
  /** Turns it upright; may be empty. */
  readonly draw: string;
}

/** How the unit square is mapped onto itself for the values of Orientation (Exif). */
const UPRIGHT: Readonly<Record<number, string>> = {
  2: '-1 0 0 1 1 0 cm',
  3: '-1 0 0 -1 1 1 cm',
  4: '1 0 0 -1 0 1 cm',
  5: '0 -1 -1 0 1 1 cm',
  6: '0 -1 1 0 0 1 cm',
  7: '0 1 1 0 0 0 cm',
  8: '0 1 -1 0 1 0 cm',
};
const FIRST_SIDEWAYS = 5;

/**
 * A caller's PNG or JPEG within the document.
 * @throws Refused on `image`
 */
export async function embedPicture(document: PDFDocument, bytes: Uint8Array): Promise<Picture> {
  const refuse = (message: string) => new Refused({ field: 'image', message });
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
  if (!isPng && !(bytes[0] === 0xff && bytes[1] === 0xd8)) throw refuse('must be a PNG or JPEG as base64');
  if (isPng) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 33 || view.getUint32(16) * view.getUint32(20) > MAX_PIXELS) throw refuse('may have at most 16 megapixels');
    if (holdsTooMuch(view)) throw refuse('is damaged');
  }
  const image = await (isPng ? document.embedPng(bytes) : document.embedJpg(bytes)).catch(() => {
    throw refuse('is damaged');
  });
  if (image.width * image.height === 0) throw refuse('has no pixels');
  if (image.width * image.height > MAX_PIXELS) throw refuse('may have at most 16 megapixels');
  const orientation = isPng ? 1 : orientationOf(bytes);
  const [width, height] = orientation >= FIRST_SIDEWAYS ? [image.height, image.width] : [image.width, image.height];
  return { ref: image.ref, width, height, draw: UPRIGHT[orientation] ?? '' };
}

/** Whether the data of a PNG unpacks to more than its size allows, all of which the library would keep in memory. */
function holdsTooMuch(png: DataView): boolean {
  const [width, height] = [png.getUint32(16), png.getUint32(20)];
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= png.byteLength;) {
    const size = png.getUint32(at);
    if (png.getUint32(at + 4) === IDAT) parts.push(new Uint8Array(png.buffer, png.byteOffset + at + 8).subarray(0, size));
    at += 12 + size;
  }
  try {
    // Each row has a byte of its own, in each pass of an interlaced picture.
    const maxOutputLength = (width * MAX_PIXEL_BYTES + PASSES) * height + 1;
    inflateSync(Buffer.concat(parts), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    return false;
  } catch (error) {
    return error instanceof RangeError; // any other fault is the library's to tell
  }
}
