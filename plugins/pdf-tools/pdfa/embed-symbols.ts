import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PDFContext, type PDFDict, type PDFRef, StandardFontEmbedder, StandardFonts } from 'pdf-lib';
import { readCff } from './fonts/cff.ts';
import type { GlyphProgram } from './fonts/glyph-program.ts';
import { encodingOf } from './fonts/named-glyphs.ts';
import { changeFont, namedFonts, textMap, widthEntries } from './fonts/simple-font.ts';
import { hasWidths, listedWidths } from './fonts/widths.ts';
import type { FontCodes } from './scan.ts';

/** PDFium's free fonts in place of the two standard fonts of symbols, as pdf.js 5.6 has them: bare CFF. */
const FOLDER = join(import.meta.dirname, 'fonts/foxit');
const WIDTH_TOLERANCE = 1;
const SYMBOLIC = 4;

type Names = Parameters<typeof StandardFontEmbedder.for>[0];

/** Their widths and boxes are those of Adobe's metrics. */
const FONTS = [
  { pattern: /^Symbol(MT)?$/, standard: StandardFonts.Symbol, file: 'FoxitSymbol', box: [-180, -293, 1090, 1010] },
  { pattern: /^(ITC)?ZapfDingbats(ITC)?$/, standard: StandardFonts.ZapfDingbats, file: 'FoxitDingbats', box: [-1, -143, 981, 820] },
] as const;

interface SymbolFont {
  readonly bytes: Uint8Array;
  readonly program: GlyphProgram;
  /** Names of glyphs by code, as the standard has them (ISO 32000-1, annexes D.5 and D.6). */
  readonly encoding: ReadonlyMap<number, string>;
  /** Characters by names of glyphs. */
  readonly characters: ReadonlyMap<string, string>;
}

/**
 * Gives Symbol and ZapfDingbats a program, where every glyph shown is in it and as wide as the file says; a font of which one is not
 * stays as it is.
 * @param used fonts with the codes that are seen in them
 */
export function embedSymbolFonts(context: PDFContext, used: FontCodes): void {
  const streams = new Map<string, PDFRef>();
  for (const { font, codes, base } of namedFonts(used)) {
    const known = FONTS.find(({ pattern }) => pattern.test(base));
    if (known === undefined) continue;
    const symbols = symbolFont(known);
    const shown = glyphsShown(font, codes, symbols);
    if (shown === undefined) continue;
    const stream = streams.get(known.file) ?? context.register(context.flateStream(symbols.bytes, { Subtype: 'Type1C' }));
    streams.set(known.file, stream);
    replace(context, font, known, symbols, shown, stream);
  }
}

/** The glyph and its width by code; undefined where one is missing, or has another width. */
function glyphsShown(font: PDFDict, codes: ReadonlySet<number>, { program, encoding }: SymbolFont): ReadonlyMap<number, Glyph> | undefined {
  const names = encodingOf(font, encoding);
  const widthOf = hasWidths(font) ? listedWidths(font) : undefined;
  const shown = new Map<number, Glyph>();
  for (const code of codes) {
    const glyph = names?.get(code);
    const width = glyph === undefined || !program.glyphs.includes(glyph) ? undefined : program.advance(glyph)?.exact;
    if (glyph === undefined || width === undefined) return undefined;
    if (widthOf !== undefined && Math.abs((widthOf(code) ?? 0) - width) > WIDTH_TOLERANCE) return undefined;
    shown.set(code, { glyph, width });
  }
  return shown;
}

interface Glyph {
  readonly glyph: string;
  readonly width: number;
}

function replace(
  context: PDFContext,
  font: PDFDict,
  { file, box }: (typeof FONTS)[number],
  { characters }: SymbolFont,
  shown: ReadonlyMap<number, Glyph>,
  stream: PDFRef,
): void {
  const [, descent, , ascent] = box;
  const descriptor = {
    ...{ Type: 'FontDescriptor', FontName: file, Flags: SYMBOLIC, ItalicAngle: 0, StemV: 85, FontBBox: [...box] },
    ...{ Ascent: ascent, Descent: descent, CapHeight: ascent, FontFile3: stream },
  };
  const entries = context.obj({
    ...{ Subtype: 'Type1', BaseFont: file },
    ...widthEntries(new Map([...shown].map(([code, { width }]) => [code, width]))),
    FontDescriptor: context.register(context.obj(descriptor)),
    Encoding: { Type: 'Encoding', Differences: [...shown].flatMap(([code, { glyph }]) => [code, glyph]) },
  });
  const texts = [...shown].map(([code, { glyph }]) => [code, characters.get(glyph) ?? ''] as const);
  changeFont(font, entries, () => textMap(context, texts));
}

/** Of two characters with one glyph, the one that Adobe's list names; where it is not the last. */
const OF_TWO = [
  ['mu', 'µ'],
  ['fraction', '⁄'],
] as const;

/** Brackets of ZapfDingbats had private characters before Unicode had them. */
const [PRIVATE_BRACKETS, BRACKETS, BRACKETS_COUNT] = [0xf8d7, 0x2768, 14];
const characterOf = (point: number): string =>
  String.fromCodePoint(
    point >= PRIVATE_BRACKETS && point < PRIVATE_BRACKETS + BRACKETS_COUNT ? point - PRIVATE_BRACKETS + BRACKETS : point,
  );

const fonts = new Map<string, SymbolFont>();

function symbolFont({ file, standard }: (typeof FONTS)[number]): SymbolFont {
  const known = fonts.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(FOLDER, `${file}.cff`));
  // The library's own list of names is not exported; both have the same values.
  const { encoding } = StandardFontEmbedder.for(standard as unknown as Names);
  const pairs = encoding.supportedCodePoints.map((point) => ({
    ...encoding.encodeUnicodeCodePoint(point),
    text: characterOf(point),
  }));
  const font = {
    bytes,
    program: readCff(bytes),
    encoding: new Map(pairs.map(({ code, name: glyph }) => [code, glyph])),
    characters: new Map([...pairs.map(({ name: glyph, text }) => [glyph, text] as const), ...OF_TWO]),
  };
  fonts.set(file, font);
  return font;
}
