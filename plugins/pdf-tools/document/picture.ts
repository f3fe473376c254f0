import type { PDFDocument, PDFImage } from 'pdf-lib';
import { Refused } from '../child/protocol.ts';

const MAX_PIXELS = 16_000_000;

/**
 * A caller's PNG or JPEG within the document.
 * @throws Refused on `image`
 */
export async function embedPicture(document: PDFDocument, bytes: Uint8Array): Promise<PDFImage> {
  const refuse = (message: string) => new Refused({ field: 'image', message });
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
  if (!isPng && !(bytes[0] === 0xff && bytes[1] === 0xd8)) throw refuse('must be a PNG or JPEG as base64');
  if (isPng) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < 33 || view.getUint32(16) * view.getUint32(20) > MAX_PIXELS) throw refuse('may have at most 16 megapixels');
  }
  const image = await (isPng ? document.embedPng(bytes) : document.embedJpg(bytes)).catch(() => {
    throw refuse('is damaged');
  });
  if (image.width * image.height === 0) throw refuse('has no pixels');
  if (image.width * image.height > MAX_PIXELS) throw refuse('may have at most 16 megapixels');
  return image;
}
