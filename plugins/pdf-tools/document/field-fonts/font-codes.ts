import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { type CharacterMap, characterMaps } from '../../pdfa/fonts/character-maps.ts';
import { characterNamed, ENCODINGS } from '../../pdfa/fonts/glyph-names.ts';
import { encodingOf, glyphProgram } from '../../pdfa/fonts/named-glyphs.ts';
import { compositeWidths, hasWidths, listedWidths, simpleWidths } from '../../pdfa/fonts/widths.ts';
import { unpack } from '../inflate.ts';
import { lookupArray, lookupDict, lookupName, lookupNumber, name, numbersOf } from '../objects.ts';
import { SUBSET_TAG } from '../subset-tag.ts';
import { glyphOutlines } from './glyph-outlines.ts';
import { toUnicodeOf } from './to-unicode.ts';

/** How an embedded font writes text. */
export interface FontCodes {
  readonly bytesPerCode: 1 | 2;
  /** How far it reaches above and below the line, in thousandths of its size; 0 where it does not say. */
  readonly ascent: number;
  readonly descent: number;
  /** Undefined for a character that the font has no glyph for, as far as can be told. */
  codeOf(character: string): number | undefined;
  /** Thousandths of the font's size. */
  widthOf(code: number): number;
}

const SYMBOLIC = 4;
/** Letters that are joined, reordered or stacked: a font's codes alone do not say how. */
const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Where fonts of symbols have their glyphs (ISO 32000-1, 9.6.6.4). */
const SYMBOLS = 0xf000;

/** Undefined for a font that is not in the file, and for one whose codes are not known. */
export function codesOf(font: PDFDict): FontCodes | undefined {
  try {
    const codes = kindOf(font)(font);
    return codes && { ...codes, codeOf: (character) => (SHAPED.test(character) ? undefined : codes.codeOf(character)) };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // a damaged program
    throw error;
  }
}

function kindOf(font: PDFDict): (font: PDFDict) => FontCodes | undefined {
  switch (lookupName(font, 'Subtype')) {
    case 'Type0':
      return compositeCodes;
    case 'Type3':
      return procedureCodes;
    default:
      return simpleCodes;
  }
}

function simpleCodes(font: PDFDict): FontCodes | undefined {
  const descriptor = lookupDict(font, 'FontDescriptor');
  if (descriptor === undefined || !hasWidths(font)) return undefined;
  const characters = lookupName(font, 'Subtype') === 'TrueType' ? trueTypeCharacters(font, descriptor) : namedCharacters(font, descriptor);
  return characters && { ...oneByteCodes(characters, simpleWidths(font, descriptor)), ...reachOf(descriptor) };
}

/** A font of Type 3, whose glyphs are drawn by procedures (ISO 32000-1, 9.6.5). */
function procedureCodes(font: PDFDict): FontCodes | undefined {
  const [procedures, matrix] = [lookupDict(font, 'CharProcs'), numbersOf(font.lookup(name('FontMatrix')))];
  // Without resources of its own it takes those of the page, which a field does not have.
  if (procedures === undefined || matrix?.length !== 6 || lookupDict(font, 'Resources') === undefined || !hasWidths(font)) return undefined;
  const [across = 0, , , up = 0] = matrix.map((scale) => scale * 1000);
  const names = encodingOf(font, new Map<number, string>());
  if (names === undefined) return undefined;
  const texts = toUnicodeOf(font);
  const characterOf = (code: number, glyph: string): string | undefined =>
    procedures.has(name(glyph)) ? (texts?.get(code) ?? characterNamed(glyph)) : undefined;
  const characters = onlyKnown([...names].map(([code, glyph]) => [code, characterOf(code, glyph)]));
  const listed = listedWidths(font);
  const [, low = 0, , high = 0] = numbersOf(font.lookup(name('FontBBox'))) ?? [];
  return { ...oneByteCodes(characters, (code) => (listed(code) ?? 0) * across), ascent: high * up, descent: low * up };
}

const reachOf = (descriptor: PDFDict): Pick<FontCodes, 'ascent' | 'descent'> => ({
  ascent: lookupNumber(descriptor, 'Ascent') ?? 0,
  descent: -Math.abs(lookupNumber(descriptor, 'Descent') ?? 0),
});

function oneByteCodes(
  characters: ReadonlyMap<number, string>,
  widthOf: (code: number) => number,
): Pick<FontCodes, 'bytesPerCode' | 'codeOf' | 'widthOf'> {
  // Of several codes the first: others may be read as another character.
  const codes = new Map(
    [...characters]
      .reverse()
      .filter(([code]) => widthOf(code) > 0)
      .map(([code, character]) => [character, code]),
  );
  return { bytesPerCode: 1, codeOf: (character) => codes.get(character), widthOf };
}

/** Characters by code, of a Type 1 or CFF program. */
function namedCharacters(font: PDFDict, descriptor: PDFDict): ReadonlyMap<number, string> | undefined {
  const program = glyphProgram(descriptor);
  const names = program === undefined || program.isCidKeyed ? undefined : encodingOf(font, program.encoding);
  if (program === undefined || names === undefined) return undefined;
  const present = new Set(program.glyphs);
  return onlyKnown([...names].map(([code, glyph]) => [code, present.has(glyph) ? characterNamed(glyph) : undefined]));
}

function trueTypeCharacters(font: PDFDict, descriptor: PDFDict): ReadonlyMap<number, string> | undefined {
  const data = programOf(descriptor, 'FontFile2');
  if (data === undefined) return undefined;
  const maps = characterMaps(data);
  const [unicode, symbols, mac] = [mapOf(maps, 3, 1), mapOf(maps, 3, 0), mapOf(maps, 1, 0)];
  const hasOutline = glyphOutlines(data);
  const isSymbolic = ((lookupNumber(descriptor, 'Flags') ?? 0) & SYMBOLIC) !== 0;
  const isShown = (glyph: number, character: string | undefined): boolean => glyph > 0 && (character === ' ' || hasOutline(glyph));
  if (font.has(name('Encoding')) && !isSymbolic) {
    const names = encodingOf(font, ENCODINGS['StandardEncoding'] ?? new Map<number, string>());
    return (
      names &&
      onlyKnown(
        [...names].map(([code, glyph]) => {
          const character = characterNamed(glyph);
          const index =
            (character !== undefined && unicode?.glyphOf(character.codePointAt(0) ?? 0)) || (mac?.glyphOf(MAC_CODES.get(glyph) ?? 0) ?? 0);
          return [code, isShown(index, character) ? character : undefined];
        }),
      )
    );
  }
  const texts = toUnicodeOf(font);
  // The codes of a subset need not be those of its characters.
  if (texts === undefined && SUBSET_TAG.test(lookupName(font, 'BaseFont') ?? '')) return undefined;
  return onlyKnown(
    Array.from({ length: 224 }, (_, i) => i + 32).map((code) => {
      const character = texts === undefined ? latinOf(code) : texts.get(code);
      const index = symbols?.glyphOf(code) || symbols?.glyphOf(SYMBOLS + code) || (mac?.glyphOf(code) ?? 0);
      return [code, isShown(index, character) ? character : undefined];
    }),
  );
}

function compositeCodes(font: PDFDict): FontCodes | undefined {
  const descendant = lookupArray(font, 'DescendantFonts')?.lookup(0);
  const descriptor = descendant instanceof PDFDict ? lookupDict(descendant, 'FontDescriptor') : undefined;
  if (!(descendant instanceof PDFDict) || descriptor === undefined || lookupName(font, 'Encoding') !== 'Identity-H') return undefined;
  const data = programOf(descriptor, 'FontFile2');
  const mapping = descendant.lookup(name('CIDToGIDMap'));
  const isByGlyph = data !== undefined && (mapping === undefined || mapping === PDFName.of('Identity'));
  if (!isByGlyph && (data !== undefined || programOf(descriptor, 'FontFile3') === undefined)) return undefined;
  const widthOf = compositeWidths(descendant);
  if (widthOf === undefined) return undefined;
  const texts = toUnicodeOf(font);
  const codes = new Map([...(texts ?? [])].reverse().map(([code, text]) => [text, code]));
  const unicode = isByGlyph && texts === undefined ? mapOf(characterMaps(data), 3, 1) : undefined;
  return {
    ...{ bytesPerCode: 2, ...reachOf(descriptor) },
    codeOf: (character) => codes.get(character) ?? (unicode?.glyphOf(character.codePointAt(0) ?? 0) || undefined),
    widthOf,
  };
}

function programOf(descriptor: PDFDict, key: 'FontFile2' | 'FontFile3'): Uint8Array | undefined {
  const stream = descriptor.lookup(name(key));
  return stream instanceof PDFStream ? unpack(stream) : undefined;
}

const mapOf = (maps: readonly CharacterMap[], platform: number, encoding: number): CharacterMap | undefined =>
  maps.find((map) => map.platform === platform && map.encoding === encoding);

const onlyKnown = (entries: readonly (readonly [code: number, character: string | undefined])[]): ReadonlyMap<number, string> =>
  new Map(entries.flatMap(([code, character]) => (character === undefined ? [] : [[code, character] as const])));

const windows = new TextDecoder('windows-1252');
const latinOf = (code: number): string => windows.decode(Uint8Array.of(code));
const MAC_CODES = new Map([...(ENCODINGS['MacRomanEncoding'] ?? [])].map(([code, glyph]) => [glyph, code]));
