import type { PDFContext, PDFDict, PDFRef } from 'pdf-lib';
import { metricFontNamed } from '../document/metric-fonts.ts';
import { name } from '../document/objects.ts';
import { characterNamed } from './fonts/glyph-names.ts';
import { type Face, glyphsByName, openFace } from './fonts/open-face.ts';
import { changeFont, latinEncodingOf, namedFonts, textMap, widthEntries } from './fonts/simple-font.ts';
import { withSymbolMap } from './fonts/symbol-map.ts';
import { hasWidths, listedWidths } from './fonts/widths.ts';
import type { FontCodes } from './scan.ts';

/** More programs than a document has fonts that people chose. */
const MAX_PROGRAMS = 64;
const WIDTH_TOLERANCE = 1;
const [FIXED_PITCH, SYMBOLIC, ITALIC] = [1, 4, 64];

/** Fonts of one name and encoding, which have one program. */
interface Group {
  readonly face: Face;
  readonly names: ReadonlyMap<number, string>;
  /** With the codes that are seen in each, and in all of them. */
  readonly fonts: (readonly [font: PDFDict, codes: ReadonlySet<number>])[];
  readonly codes: Set<number>;
}

/**
 * Gives fonts that every reader is supposed to have (ISO 32000-1, 9.6.2.2), and their kin, a program of the same widths with the
 * glyphs that are shown. A font of which a glyph shown is missing, or of another width, stays as it is.
 * @param used fonts with the codes that are seen in them
 */
export function embedStandardFonts(context: PDFContext, used: FontCodes): void {
  for (const group of groupsOf(used)) {
    const glyphs = glyphsOf(group);
    if (glyphs === undefined) continue;
    const program = writeProgram(context, group, glyphs);
    const toUnicode = textMap(
      context,
      [...group.names].map(([code, glyph]) => [code, textOf(group.face, glyph)] as const),
    );
    for (const [font, shown] of group.fonts) {
      const own = new Map([...glyphs].filter(([code]) => shown.has(code)));
      replace(context, font, group.face, own, program, toUnicode);
    }
  }
}

function groupsOf(used: FontCodes): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { font, codes, base } of namedFonts(used)) {
    const file = metricFontNamed(base);
    const names = latinEncodingOf(font);
    if (file === undefined || names === undefined) continue;
    const key = JSON.stringify([file.path, ...names]);
    if (groups.size >= MAX_PROGRAMS && !groups.has(key)) continue;
    const group = groups.get(key) ?? { face: openFace(file.path), names, fonts: [], codes: new Set<number>() };
    groups.set(key, group);
    group.fonts.push([font, codes]);
    for (const code of codes) group.codes.add(code);
  }
  return [...groups.values()];
}

/** Glyphs of the face by code; undefined where one that is shown is not there. */
function glyphsOf({ face, names, codes }: Group): ReadonlyMap<number, number> | undefined {
  const glyphs = new Map([...codes].map((code) => [code, glyphNamed(face, names.get(code) ?? '')]));
  return [...glyphs.values()].includes(0) ? undefined : glyphs;
}

function glyphNamed(face: Face, glyph: string): number {
  const character = characterNamed(glyph);
  return character === undefined ? (namesIn(face).get(glyph) ?? 0) : face.glyphForCodePoint(character.codePointAt(0) ?? 0).id;
}

/** Empty where the face says of no character that it is shown so. */
const textOf = (face: Face, glyph: string): string => characterNamed(glyph) ?? face.stringsForGlyph(glyphNamed(face, glyph))[0] ?? '';

const advanceOf = (face: Face, glyph: number): number => (face.getGlyph(glyph).advanceWidth * 1000) / face.unitsPerEm;

function writeProgram(context: PDFContext, { face }: Group, glyphs: ReadonlyMap<number, number>): PDFRef {
  const subset = face.createSubset();
  // What it returns is the glyph's new number, whatever its typings say.
  const renumbered = new Map([...glyphs].map(([code, glyph]) => [code, Number(subset.includeGlyph(face.getGlyph(glyph)))]));
  const program = withSymbolMap(subset.encode(), renumbered);
  return context.register(context.flateStream(program, { Length1: program.length }));
}

function replace(
  context: PDFContext,
  font: PDFDict,
  face: Face,
  glyphs: ReadonlyMap<number, number>,
  program: PDFRef,
  toUnicode: PDFRef,
): void {
  // The standard fonts need no widths.
  const widthOf = hasWidths(font) ? listedWidths(font) : undefined;
  const widths = new Map([...glyphs].map(([code, glyph]) => [code, widthOf === undefined ? advanceOf(face, glyph) : (widthOf(code) ?? 0)]));
  const isTrue = [...widths].every(([code, width]) => Math.abs(width - advanceOf(face, glyphs.get(code) ?? 0)) <= WIDTH_TOLERANCE);
  if (!isTrue) return;
  const baseFont = `PLATEN+${face.postscriptName}`;
  const scaled = (units: number): number => Math.round((units * 1000) / face.unitsPerEm);
  const descriptor = {
    ...{ Type: 'FontDescriptor', FontName: baseFont, ItalicAngle: face.italicAngle, StemV: 80, FontFile2: program },
    Flags: SYMBOLIC | (face.italicAngle === 0 ? 0 : ITALIC) | (/Cousine/.test(baseFont) ? FIXED_PITCH : 0),
    ...{ Ascent: scaled(face.ascent), Descent: scaled(face.descent), CapHeight: scaled(face.capHeight) },
    FontBBox: [face.bbox.minX, face.bbox.minY, face.bbox.maxX, face.bbox.maxY].map(scaled),
  };
  const entries = context.obj({
    ...{ Subtype: 'TrueType', BaseFont: baseFont },
    ...widthEntries(new Map([...widths].map(([code, width]) => [code, Math.round(width)]))),
    FontDescriptor: context.register(context.obj(descriptor)),
  });
  font.delete(name('Encoding'));
  changeFont(font, entries, () => toUnicode);
}

const names = new WeakMap<Face, ReadonlyMap<string, number>>();

/** Glyphs by the names that the face has for them. */
function namesIn(face: Face): ReadonlyMap<string, number> {
  const known = names.get(face);
  if (known !== undefined) return known;
  const found = glyphsByName(face);
  names.set(face, found);
  return found;
}
