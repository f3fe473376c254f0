import { PDFDict, PDFName, PDFStream, type PDFContext } from 'pdf-lib';
import { fontkit } from '../document/fontkit.ts';
import { unpack } from '../document/inflate.ts';
import { lookupArray, lookupDict, lookupName, lookupNumber, name } from '../document/objects.ts';
import { SUBSET_TAG } from '../document/subset-tag.ts';
import { type CharacterMap, characterMaps } from './fonts/character-maps.ts';
import { advanceOf, cffGlyphs, glyphProgram, isAsWide, repairGlyphLists, type1Reason, WIDTH_TOLERANCE } from './fonts/named-glyphs.ts';
import { glyphsByName } from './fonts/open-face.ts';
import { giveOwnWidths } from './fonts/own-widths.ts';
import { repairWidths } from './fonts/repair-widths.ts';
import { compositeWidths, simpleWidths } from './fonts/widths.ts';
import type { LevelRules } from './level.ts';

const SYMBOLIC = 4;
/** How the reason begins of a font whose codes may show other glyphs elsewhere. */
export const UNCLEAR_ENCODING = '6.3.7: the encoding';

export interface TrueTypeProgram {
  readonly glyphs: number;
  /** Advance of a glyph in thousandths of the font's size. */
  advance(glyph: number): number;
  /** The glyph of a character; 0 when there is none. */
  glyphOf(codePoint: number): number;
  /** The glyph that the program calls so; 0 when there is none. */
  glyphNamed(glyph: string): number;
  /** The text of a glyph; empty where the program says none. */
  textOf(glyph: number): string;
  readonly characterMaps: readonly CharacterMap[];
}

/**
 * Why text in a font cannot stay: a glyph shown that is not in the font program, a width that differs, or a font that this
 * converter cannot verify (ISO 19005-1, 6.3). Fonts that are only named, or invisible, need no program.
 */
export function fontReason(font: PDFDict, codes: ReadonlySet<number>, rules: LevelRules): string | undefined {
  const label = `in font ${lookupName(font, 'BaseFont') ?? '?'}`;
  switch (lookupName(font, 'Subtype')) {
    case 'Type3':
      return undefined; // its glyphs are content, which the scanner reads
    case 'Type0':
      return composite(font, codes, label);
    case 'TrueType':
      return simpleTrueType(font, codes, label, rules);
    case 'Type1':
    case 'MMType1':
      if (isEmbedded(font)) return type1Reason(font, codes, label);
      return codes.size === 0 ? undefined : `6.3.4: text ${label}, which is not embedded`;
    default:
      return codes.size === 0 && !isEmbedded(font) ? undefined : `6.3.4: text ${label} of a kind that cannot be checked`;
  }
}

/** Whether the file has the program of a font, or of the one that a composite font is made of. */
export function isEmbedded(font: PDFDict): boolean {
  const descendant = lookupArray(font, 'DescendantFonts')?.lookup(0);
  const descriptor = lookupDict(descendant instanceof PDFDict ? descendant : font, 'FontDescriptor');
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(name(key)));
}

function composite(font: PDFDict, codes: ReadonlySet<number>, label: string): string | undefined {
  const descendant = lookupArray(font, 'DescendantFonts')?.lookup(0);
  if (!(descendant instanceof PDFDict)) return `6.3.3: no descendant ${label}`;
  const encoding = lookupName(font, 'Encoding');
  if (encoding !== 'Identity-H' && encoding !== 'Identity-V') return `6.3.3.3: the character map ${label}`;
  const descriptor = lookupDict(descendant, 'FontDescriptor');
  if (!isEmbedded(font)) return codes.size === 0 ? undefined : `6.3.4: text ${label}, which is not embedded`;
  if (lookupName(descendant, 'Subtype') === 'CIDFontType0') return compact(descendant, codes, label);
  const file = descriptor?.lookup(name('FontFile2'));
  if (lookupName(descendant, 'Subtype') !== 'CIDFontType2' || !(file instanceof PDFStream))
    return `6.3: text ${label} of a kind that cannot be checked`;
  const program = readProgram(file);
  if (program === undefined) return `6.3: the program ${label} cannot be read`;
  const glyphFor = glyphMap(descendant);
  if (glyphFor === undefined) return `6.3.3.2: the glyph map ${label}`;
  const widths = compositeWidths(descendant);
  if (widths === undefined) return `6.3.6: the widths ${label}`;
  for (const code of codes) {
    const glyph = glyphFor(code);
    if (glyph === 0) return `6.3.5: a glyph that is not there ${label}`;
    if (glyph >= program.glyphs) return `6.3.5: glyph ${String(glyph)} is not there ${label}`;
    if (Math.abs(widths(code) - program.advance(glyph)) > WIDTH_TOLERANCE) return `6.3.6: width of glyph ${String(glyph)} ${label}`;
  }
  return undefined;
}

/** A font whose glyphs are in a CFF program. */
function compact(descendant: PDFDict, codes: ReadonlySet<number>, label: string): string | undefined {
  const program = glyphProgram(lookupDict(descendant, 'FontDescriptor'));
  if (program === undefined) return `6.3: the program ${label} cannot be read`;
  const widths = compositeWidths(descendant);
  if (widths === undefined) return `6.3.6: the widths ${label}`;
  const glyphFor = cffGlyphs(program);
  for (const code of codes) {
    const glyph = glyphFor(code);
    if (glyph === undefined) return `6.3.5: a glyph that is not there ${label}`;
    const advance = advanceOf(program, glyph);
    if (advance === undefined || !isAsWide(advance, widths(code))) return `6.3.6: width of glyph ${String(code)} ${label}`;
  }
  return undefined;
}

/** The glyph of a code in a font of Latin text: by the map for Unicode, else by the one of the Macintosh, which Quartz writes. */
function latinGlyphs(program: TrueTypeProgram, decode: (code: number) => number): ((code: number) => number) | undefined {
  if (program.characterMaps.some((map) => map.platform === 3 && map.encoding === 1)) return (code) => program.glyphOf(decode(code));
  const macintosh = program.characterMaps.find((map) => map.platform === 1 && map.encoding === 0);
  if (macintosh === undefined) return undefined;
  return (code) => {
    const wanted = decode(code);
    const own = MACINTOSH_CODES.get(wanted);
    return own === undefined ? 0 : macintosh.glyphOf(own);
  };
}

/** The glyph of a code in a symbolic font (ISO 32000-1, 9.6.6.4), where all readers take the same. */
function symbolicGlyphs(program: TrueTypeProgram, { part }: LevelRules): ((code: number) => number) | undefined {
  const windows = program.characterMaps.find(({ platform, encoding }) => platform === 3 && encoding === 0);
  const [only] = program.characterMaps;
  if (program.characterMaps.length !== 1 && (part === 1 || windows === undefined)) return undefined;
  const map = windows ?? only;
  if (map === undefined || (map !== windows && map.platform !== 1)) return undefined;
  return (code) => map.glyphOf(code) || map.glyphOf(0xf000 + code);
}

function simpleTrueType(font: PDFDict, codes: ReadonlySet<number>, label: string, rules: LevelRules): string | undefined {
  const descriptor = lookupDict(font, 'FontDescriptor');
  const file = descriptor?.lookup(name('FontFile2'));
  if (!(file instanceof PDFStream)) return codes.size === 0 ? undefined : `6.3.4: text ${label}, which is not embedded`;
  const program = readProgram(file);
  if (program === undefined) return `6.3: the program ${label} cannot be read`;
  const encoding = font.lookup(name('Encoding'));
  const symbolic = ((lookupNumber(descriptor as PDFDict, 'Flags') ?? 0) & SYMBOLIC) !== 0;
  // A symbolic font with an encoding shows different glyphs in different readers.
  if (symbolic ? encoding !== undefined : !(encoding instanceof PDFName))
    return `${UNCLEAR_ENCODING} of text ${label} is followed in different ways by readers`;
  const decode = encoding instanceof PDFName ? SIMPLE_ENCODINGS[encoding.decodeText()] : undefined;
  if (!symbolic && decode === undefined) return `${UNCLEAR_ENCODING} ${label} is none of the two that are allowed`;
  const glyphOf = decode === undefined ? symbolicGlyphs(program, rules) : latinGlyphs(program, decode);
  if (glyphOf === undefined) return `${UNCLEAR_ENCODING} ${label}, which has several character maps, or none`;
  const widthOf = simpleWidths(font, descriptor as PDFDict);
  for (const code of codes) {
    const glyph = glyphOf(code);
    if (glyph === 0 || glyph >= program.glyphs) return `6.3.5: code ${String(code)} shows no glyph ${label}`;
    if (Math.abs(widthOf(code) - program.advance(glyph)) > WIDTH_TOLERANCE) return `6.3.6: width of code ${String(code)} ${label}`;
  }
  return undefined;
}

const WINDOWS = new TextDecoder('windows-1252');
const MACINTOSH = new TextDecoder('macintosh');
const SIMPLE_ENCODINGS: Readonly<Record<string, (code: number) => number>> = {
  WinAnsiEncoding: (code) => WINDOWS.decode(Uint8Array.of(code)).codePointAt(0) ?? 0,
  MacRomanEncoding: (code) => MACINTOSH.decode(Uint8Array.of(code)).codePointAt(0) ?? 0,
};

/** Codes of the Macintosh by character. */
export const MACINTOSH_CODES = new Map(
  Array.from({ length: 256 }, (_, code) => [MACINTOSH.decode(Uint8Array.of(code)).codePointAt(0) ?? 0, code]),
);

const programs = new WeakMap<PDFStream, TrueTypeProgram>();

/** Undefined for a program that cannot be read, or a collection. */
export function readProgram(file: PDFStream): TrueTypeProgram | undefined {
  const known = programs.get(file);
  if (known !== undefined) return known;
  const bytes = unpack(file);
  if (bytes === undefined) return undefined;
  try {
    const font = fontkit().create(Buffer.from(bytes));
    if (!('numGlyphs' in font)) return undefined; // a collection
    let named: ReadonlyMap<string, number> | undefined;
    const program: TrueTypeProgram = {
      glyphs: font.numGlyphs,
      advance: (glyph) => (font.getGlyph(glyph).advanceWidth * 1000) / font.unitsPerEm,
      glyphOf: (codePoint) => font.glyphForCodePoint(codePoint).id,
      glyphNamed: (glyph) => (named ??= glyphsByName(font)).get(glyph) ?? 0,
      textOf: (glyph) => font.stringsForGlyph(glyph)[0] ?? '',
      characterMaps: characterMaps(bytes),
    };
    // Read at once: a program without metrics fails here, not in the middle of a check.
    program.advance(0);
    programs.set(file, program);
    return program;
  } catch {
    return undefined; // what cannot be read cannot be verified
  }
}

/** Glyph by CID; undefined where the map is none. */
function glyphMap(descendant: PDFDict): ((cid: number) => number) | undefined {
  const map = descendant.lookup(name('CIDToGIDMap'));
  if (map === undefined || map === name('Identity')) return (cid) => cid;
  const bytes = map instanceof PDFStream ? unpack(map) : undefined;
  return bytes === undefined ? undefined : (cid) => ((bytes[cid * 2] ?? 0) << 8) | (bytes[cid * 2 + 1] ?? 0);
}

/**
 * Writes which glyphs a subset holds, as part 1 asks (6.3.5) and later parts leave out, the glyph map that part 1 wants to see, and
 * widths that every reader finds consistent.
 * @returns how much was changed
 */
export function repairFonts(context: PDFContext, rules: LevelRules): number {
  const isListed = (font: PDFDict): boolean => rules.part === 1 && SUBSET_TAG.test(lookupName(font, 'BaseFont') ?? '');
  let changes =
    giveOwnWidths(context) +
    repairWidths(context) +
    repairGlyphLists(context, isListed, (descriptor, bits) => setStream(context, descriptor, bits));
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || lookupName(object, 'Subtype') !== 'CIDFontType2') continue;
    const descriptor = lookupDict(object, 'FontDescriptor');
    const file = descriptor?.lookup(name('FontFile2'));
    if (descriptor === undefined || !(file instanceof PDFStream)) continue;
    if (!object.has(name('CIDToGIDMap'))) {
      object.set(name('CIDToGIDMap'), name('Identity'));
      changes++;
    }
    const wanted = isListed(object) ? cidSet(object, file) : undefined;
    changes += setStream(context, descriptor, wanted);
  }
  return changes;
}

/** One bit for each CID whose glyph is there. */
function cidSet(descendant: PDFDict, file: PDFStream): Uint8Array | undefined {
  const program = readProgram(file);
  const glyphFor = glyphMap(descendant);
  if (program === undefined || glyphFor === undefined) return undefined;
  const map = descendant.lookup(name('CIDToGIDMap'));
  const last = map instanceof PDFStream ? (unpack(map)?.length ?? 0) / 2 : program.glyphs;
  const bits = new Uint8Array(Math.ceil(last / 8));
  for (let cid = 0; cid < last; cid++) {
    if (glyphFor(cid) < program.glyphs) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  }
  return bits;
}

function setStream(context: PDFContext, descriptor: PDFDict, wanted: Uint8Array | undefined): number {
  const key = name('CIDSet');
  const found = descriptor.lookup(key);
  const there = found instanceof PDFStream ? unpack(found) : undefined;
  if (wanted === undefined) return descriptor.delete(key) ? 1 : 0;
  if (there !== undefined && Buffer.compare(there, wanted) === 0) return 0;
  descriptor.set(key, context.register(context.flateStream(wanted)));
  return 1;
}
