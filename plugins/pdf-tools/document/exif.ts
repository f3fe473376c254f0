/** APP1, which holds Exif, and SOS, behind which the picture begins. */
const [APP1, SOS] = [0xe1, 0xda] as const;
const ORIENTATION = 0x0112;
const SHORT = 3;
const EXIF = 'Exif\0\0';

/**
 * How a JPEG is to be turned to be upright: 1 (as it is) to 8, by its tag Orientation (Exif 2.32, 4.6.4). 1 where it has none
 * that can be read.
 */
export function orientationOf(jpeg: Uint8Array): number {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const size = view.getUint16(at + 2);
    const end = at + 2 + size;
    if (marker === SOS || end > view.byteLength) return 1;
    const isExif = marker === APP1 && Buffer.from(jpeg.subarray(at + 4, at + 10)).toString('latin1') === EXIF;
    if (isExif) return readOrientation(new DataView(jpeg.buffer, jpeg.byteOffset + at + 10, Math.max(0, size - 8)));
    at = end;
  }
  return 1;
}

/** Of TIFF data: the tag in its first directory. */
function readOrientation(tiff: DataView): number {
  if (tiff.byteLength < 8) return 1;
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return 1;
  const entries = tiff.getUint16(directory, isLittle);
  for (let n = 0; n < entries; n++) {
    const at = directory + 2 + n * 12;
    if (at + 12 > tiff.byteLength) return 1;
    if (tiff.getUint16(at, isLittle) !== ORIENTATION || tiff.getUint16(at + 2, isLittle) !== SHORT) continue;
    const found = tiff.getUint16(at + 8, isLittle);
    return found >= 1 && found <= 8 ? found : 1;
  }
  return 1;
}
