/** A character map of a TrueType font. */
export interface CharacterMap {
  readonly platform: number;
  readonly encoding: number;
  /** 0 where there is none. */
  glyphOf(code: number): number;
}

const MAX_MAPS = 64;

/** The maps of a TrueType program, of formats 0, 4 and 6; another format has no glyphs. RangeError where it is damaged. */
export function characterMaps(bytes: Uint8Array): CharacterMap[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = view.getUint16(4);
  for (let i = 0; i < tables; i++) {
    if (view.getUint32(12 + i * 16) !== 0x636d6170) continue;
    const at = view.getUint32(12 + i * 16 + 8);
    const count = Math.min(MAX_MAPS, view.getUint16(at + 2));
    return Array.from({ length: count }, (_, n) => ({
      platform: view.getUint16(at + 4 + n * 8),
      encoding: view.getUint16(at + 6 + n * 8),
      glyphOf: mapAt(view, at + view.getUint32(at + 8 + n * 8)),
    }));
  }
  return [];
}

function mapAt(view: DataView, at: number): (code: number) => number {
  switch (view.getUint16(at)) {
    case 0:
      return (code) => (code < 256 ? view.getUint8(at + 6 + code) : 0);
    case 6: {
      const [first, count] = [view.getUint16(at + 6), view.getUint16(at + 8)];
      return (code) => (code >= first && code < first + count ? view.getUint16(at + 10 + (code - first) * 2) : 0);
    }
    case 4:
      return (code) => segmentGlyph(view, at, code);
    default:
      return () => 0;
  }
}

function segmentGlyph(view: DataView, at: number, code: number): number {
  const size = view.getUint16(at + 6);
  for (let i = 0; i < size; i += 2) {
    if (view.getUint16(at + 14 + i) < code) continue;
    const start = view.getUint16(at + 16 + size + i);
    if (start > code) return 0;
    const delta = view.getUint16(at + 16 + size * 2 + i);
    const rangeAt = at + 16 + size * 3 + i;
    const range = view.getUint16(rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = view.getUint16(rangeAt + range + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
