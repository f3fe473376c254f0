import type { PDFContext, PDFDict, PDFRef } from 'pdf-lib';
import { familyOf, styleNamed, metricFont } from '../document/metric-fonts.ts';
import { lookupDict, lookupNumber, name } from '../document/objects.ts';
import { characterNamed } from './fonts/glyph-names.ts';
import { type Face, openFace } from './fonts/open-face.ts';
import { changeFont, latinEncodingOf, namedFonts, textMap, widthEntries } from './fonts/simple-font.ts';
import { hasWidths, listedWidths } from './fonts/widths.ts';
import type { FontCodes } from './scan.ts';

/** Flags of a descriptor (ISO 32000-1, 9.8.2). */
const [FIXED_PITCH, SERIF, SYMBOLIC, NONSYMBOLIC, ITALIC] = [1, 2, 4, 32, 64];
/** Glyphs that would be drawn narrower than this share of themselves are not those of such a font. */
const NARROWEST = 0.4;
/** Names of fonts whose codes are no letters, whatever their encoding says. */
const NO_LETTERS = /wingding|webding|dingbat|symbol|marlett|barcode|code ?(39|93|128)|ean|upc|micr|math|music|icon|awesome/i;

interface Glyph {
  readonly code: number;
  readonly id: number;
  readonly text: string;
  /** In thousandths of the size, as the file has it. */
  readonly width: number;
}

/**
 * Keeps text in other fonts of letters that are not in the file: each becomes a font whose glyphs are drawings (Type 3), in the face that
 * a viewer would take and at the widths that the file says, narrower where they are. A font that no viewer could draw so stays as it is.
 * @param used fonts with the codes that are seen in them
 */
export function drawOtherFonts(context: PDFContext, used: FontCodes): void {
  const drawings = new Map<string, PDFRef>();
  for (const { font, codes, base } of namedFonts(used)) {
    const descriptor = lookupDict(font, 'FontDescriptor');
    if (NO_LETTERS.test(base) || !hasWidths(font) || !isLatin(font, descriptor)) continue;
    const { face, path } = faceFor(base, descriptor);
    const glyphs = glyphsOf(font, codes, face);
    if (glyphs !== undefined) replace(context, font, face, glyphs, (glyph) => drawn(context, drawings, face, path, glyph));
  }
}

/** Without an encoding, the codes of a font that says it is symbolic are its own. */
function isLatin(font: PDFDict, descriptor: PDFDict | undefined): boolean {
  const flags = (descriptor && lookupNumber(descriptor, 'Flags')) ?? NONSYMBOLIC;
  return font.has(name('Encoding')) || (flags & SYMBOLIC) === 0;
}

/** As PDFium takes one, by which previews and pictures of the page are drawn. */
function faceFor(base: string, descriptor: PDFDict | undefined): { readonly face: Face; readonly path: string } {
  const flags = (descriptor && lookupNumber(descriptor, 'Flags')) ?? 0;
  const family = familyOf(base, { isFixed: (flags & FIXED_PITCH) !== 0, isSerif: (flags & SERIF) !== 0 });
  const { bold, italic } = styleNamed(base) ?? { bold: /black|heavy/i.test(base), italic: (flags & ITALIC) !== 0 };
  const { path } = metricFont(family, bold, italic);
  return { face: openFace(path), path };
}

/** Undefined where a letter is not in the face, or would be squeezed beyond recognition. */
function glyphsOf(font: PDFDict, codes: ReadonlySet<number>, face: Face): readonly Glyph[] | undefined {
  const names = latinEncodingOf(font);
  const widthOf = listedWidths(font);
  const glyphs: Glyph[] = [];
  for (const code of codes) {
    const text = characterNamed(names?.get(code) ?? '');
    const width = widthOf(code);
    if (text === undefined || width === undefined) return undefined;
    const glyph = face.glyphForCodePoint(text.codePointAt(0) ?? 0);
    const own = (glyph.advanceWidth * 1000) / face.unitsPerEm;
    if (glyph.id === 0 || width < own * NARROWEST) return undefined;
    glyphs.push({ code, id: glyph.id, text, width });
  }
  return glyphs;
}

const OPERATORS: Readonly<Record<string, string>> = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c', closePath: 'h' };
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The program of a glyph: its outline, narrower where the file has less room for it, and in the middle where it has more. */
function drawn(context: PDFContext, drawings: Map<string, PDFRef>, face: Face, path: string, { id, width }: Glyph): PDFRef {
  const key = `${path} ${String(id)} ${String(width)}`;
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const glyph = face.getGlyph(id);
  const scale = 1000 / face.unitsPerEm;
  const own = glyph.advanceWidth * scale;
  const across = own > width ? (width / own) * scale : scale;
  const shift = own < width ? (width - own) / 2 : 0;
  const x = (units: number): number => rounded(units * across + shift);
  const y = (units: number): number => rounded(units * scale);
  const lines: string[] = [];
  let [atX, atY] = [0, 0];
  for (const { command, args } of glyph.path.commands) {
    const points = command === 'quadraticCurveTo' ? cubic(atX, atY, args) : args;
    const places = points.map((value, i) => String(i % 2 === 0 ? x(value) : y(value)));
    lines.push([...places, command === 'quadraticCurveTo' ? 'c' : (OPERATORS[command] ?? '')].join(' '));
    [atX, atY] = [points.at(-2) ?? atX, points.at(-1) ?? atY];
  }
  const { minX, minY, maxX, maxY } = glyph.path.bbox;
  const box = lines.length === 0 ? [0, 0, 0, 0] : [x(minX), y(minY), x(maxX), y(maxY)];
  const program = `${String(width)} 0 ${box.join(' ')} d1\n${lines.join('\n')}${lines.length === 0 ? '' : '\nf'}`;
  const ref = context.register(context.flateStream(program));
  drawings.set(key, ref);
  return ref;
}

/** A curve of second degree as one of third. */
function cubic(fromX: number, fromY: number, [cx = 0, cy = 0, toX = 0, toY = 0]: readonly number[]): number[] {
  const third = (from: number, control: number): number => from + ((control - from) * 2) / 3;
  return [third(fromX, cx), third(fromY, cy), third(toX, cx), third(toY, cy), toX, toY];
}

function replace(context: PDFContext, font: PDFDict, face: Face, glyphs: readonly Glyph[], draw: (glyph: Glyph) => PDFRef): void {
  const box = [face.bbox.minX, face.bbox.minY, face.bbox.maxX, face.bbox.maxY].map((units) => Math.round((units * 1000) / face.unitsPerEm));
  const entries = context.obj({
    ...{ Subtype: 'Type3', FontBBox: box, FontMatrix: [0.001, 0, 0, 0.001, 0, 0], Resources: {} },
    ...widthEntries(new Map(glyphs.map(({ code, width }) => [code, width]))),
    Encoding: { Type: 'Encoding', Differences: glyphs.flatMap(({ code }) => [code, nameOf(code)]) },
    CharProcs: Object.fromEntries(glyphs.map((glyph) => [nameOf(glyph.code), draw(glyph)])),
  });
  for (const key of ['BaseFont', 'FontDescriptor', 'Name']) font.delete(name(key));
  const texts = glyphs.map(({ code, text }) => [code, text] as const);
  changeFont(font, entries, () => textMap(context, texts));
}

const nameOf = (code: number): string => `c${String(code)}`;
