/** Whether glyphs of a TrueType program have outlines; a subset may have emptied them. RangeError where it is damaged. */
export function glyphOutlines(bytes: Uint8Array): (glyph: number) => boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [head, places] = [tableAt(view, 'head'), tableAt(view, 'loca')];
  if (head === undefined || places === undefined) return () => false;
  const isLong = view.getInt16(head.at + 50) === 1;
  const placeOf = (glyph: number): number => (isLong ? view.getUint32(places.at + glyph * 4) : view.getUint16(places.at + glyph * 2));
  const count = places.length / (isLong ? 4 : 2) - 1;
  return (glyph) => glyph < count && placeOf(glyph + 1) > placeOf(glyph);
}

function tableAt(view: DataView, tag: string): { readonly at: number; readonly length: number } | undefined {
  const wanted = Buffer.from(tag, 'latin1').readUInt32BE();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16;
    if (view.getUint32(entry) === wanted) return { at: view.getUint32(entry + 8), length: view.getUint32(entry + 12) };
  }
  return undefined;
}
