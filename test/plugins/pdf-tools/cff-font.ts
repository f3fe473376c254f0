import { PDFDocument, PDFName, type PDFRef, PDFString } from 'pdf-lib';

/** Codes of A and B, and the numbers that CFF has for their names (Adobe Technical Note #5176, appendix A). */
const GLYPHS = { A: { code: 65, sid: 34 }, B: { code: 66, sid: 35 } } as const;
const [ENDCHAR, RMOVETO, HLINETO, VLINETO] = [14, 21, 6, 7];
const [CHARSET, CHARSTRINGS, PRIVATE, DEFAULT_WIDTH, NOMINAL_WIDTH] = [15, 17, 18, 20, 21];

export interface CffWidths {
  /** Of the glyphs, as the program says them. */
  readonly A: number;
  readonly B: number;
  readonly nominal: number;
  /** Of a glyph that says none. */
  readonly usual: number;
}

const shortOf = (value: number): number[] => [(value >> 8) & 255, value & 255];
/** Five bytes, whatever the number. */
const integer = (value: number): number[] => [29, (value >> 24) & 255, (value >> 16) & 255, ...shortOf(value)];

/** A real number of a dictionary, in nibbles. */
function real(value: number): number[] {
  const nibbles = Array.from(String(value), (digit) => '0123456789.'.indexOf(digit)).concat(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  return [30, ...Array.from({ length: nibbles.length / 2 }, (_, i) => ((nibbles[i * 2] ?? 0) << 4) | (nibbles[i * 2 + 1] ?? 0))];
}

/** A number of a glyph, with its fraction. */
const fixed = (value: number): number[] => {
  const scaled = Math.round(value * 65_536);
  return [255, (scaled >> 24) & 255, (scaled >> 16) & 255, ...shortOf(scaled)];
};

function index(items: readonly (readonly number[])[]): number[] {
  if (items.length === 0) return shortOf(0);
  let at = 1;
  const offsets = [1, ...items.map(({ length }) => (at += length))];
  return [...shortOf(items.length), 2, ...offsets.flatMap(shortOf), ...items.flat()];
}

/** A square of 500; its width is left out where it is the usual one. */
function square(width: number, { nominal, usual }: CffWidths): number[] {
  const own = width === usual ? [] : fixed(width - nominal);
  const sides = [...fixed(500), HLINETO, ...fixed(600), VLINETO, ...fixed(-500), HLINETO];
  return [...own, ...fixed(50), ...fixed(0), RMOVETO, ...sides, ENDCHAR];
}

/** A CFF program with squares for A and B (Adobe Technical Note #5176). */
function program(widths: CffWidths): Uint8Array {
  const head = [1, 0, 4, 2, ...index([[...Buffer.from('ABCDEF+Compact')]])];
  const glyphs = index([square(widths.usual, widths), square(widths.A, widths), square(widths.B, widths)]);
  const charset = [0, ...shortOf(GLYPHS.A.sid), ...shortOf(GLYPHS.B.sid)];
  const own = [...real(widths.usual), DEFAULT_WIDTH, ...real(widths.nominal), NOMINAL_WIDTH];
  const top = (at: number): number[] => {
    const [glyphsAt, ownAt] = [at + charset.length, at + charset.length + glyphs.length];
    return [...integer(at), CHARSET, ...integer(glyphsAt), CHARSTRINGS, ...integer(own.length), ...integer(ownAt), PRIVATE];
  };
  const start = (at: number): number[] => [...head, ...index([top(at)]), ...index([]), ...index([])];
  return Uint8Array.from([...start(start(0).length), ...charset, ...glyphs, ...own]);
}

/** How PDFs name glyphs of such a program: by codes of one byte, or by CIDs. */
export type FontKind = 'Type1' | 'CIDFontType0';

function cffFont({ context }: PDFDocument, kind: FontKind, widths: CffWidths, listed: readonly number[]): PDFRef {
  const file = context.register(context.flateStream(program(widths), { Subtype: kind === 'Type1' ? 'Type1C' : 'CIDFontType0C' }));
  const descriptor = {
    ...{ Type: 'FontDescriptor', FontName: 'ABCDEF+Compact', Flags: 4, ItalicAngle: 0, Ascent: 700, Descent: 0, StemV: 80, CapHeight: 700 },
    ...{ FontBBox: [0, 0, 1000, 700], FontFile3: file },
  };
  const named = { Type: 'Font', Subtype: kind, BaseFont: 'ABCDEF+Compact', FontDescriptor: context.register(context.obj(descriptor)) };
  if (kind === 'Type1')
    return context.register(context.obj({ ...named, FirstChar: GLYPHS.A.code, LastChar: GLYPHS.B.code, Widths: [...listed] }));
  const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 };
  const descendant = context.register(context.obj({ ...named, CIDSystemInfo: system, W: [1, [...listed]] }));
  const font = { Type: 'Font', Subtype: 'Type0', BaseFont: 'ABCDEF+Compact', Encoding: 'Identity-H', DescendantFonts: [descendant] };
  return context.register(context.obj(font));
}

/**
 * A page of `ABBA` in an embedded CFF font whose glyphs A and B are squares.
 * @param listed the widths of A and B that the file says
 */
export async function cffDocument(kind: FontKind, widths: CffWidths, listed: readonly number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 200]);
  const { context } = document;
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F0: cffFont(document, kind, widths, listed) } }));
  const text = kind === 'Type1' ? '(ABBA)' : '<0001000200020001>';
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`BT /F0 24 Tf 20 100 Td ${text} Tj ET`)));
  return document.save();
}
