import { type PDFContext, PDFDict, PDFHexString, PDFName, PDFNumber, PDFStream, PDFString } from 'pdf-lib';
import { unpack } from '../../document/inflate.ts';
import { lookupArray, lookupDict, lookupName, lookupNumber, name } from '../../document/objects.ts';
import { readCff } from './cff.ts';
import { ENCODINGS } from './glyph-names.ts';
import { type Advance, type GlyphProgram, UnreadableProgram } from './glyph-program.ts';
import { readType1 } from './type1.ts';
import { hasWidths, simpleWidths } from './widths.ts';

/** ISO 19005-2, 6.2.11.5, which says it of part 1 as well. */
export const WIDTH_TOLERANCE = 1;
const NOT_DEFINED = '.notdef';

const programs = new WeakMap<PDFStream, GlyphProgram | null>();

/** The Type 1 or CFF program of a font; undefined where there is none, or none that can be read. */
export function glyphProgram(descriptor: PDFDict | undefined): GlyphProgram | undefined {
  if (descriptor === undefined) return undefined;
  const type1 = descriptor.lookup(name('FontFile'));
  const compact = descriptor.lookup(name('FontFile3'));
  const kind = compact instanceof PDFStream ? lookupName(compact.dict, 'Subtype') : undefined;
  const file = type1 instanceof PDFStream ? type1 : kind === 'Type1C' || kind === 'CIDFontType0C' ? compact : undefined;
  if (!(file instanceof PDFStream)) return undefined;
  const known = programs.get(file);
  if (known !== undefined) return known ?? undefined;
  const bytes = unpack(file);
  const program = bytes === undefined ? null : read(bytes, file === type1 ? readType1 : readCff);
  programs.set(file, program);
  return program ?? undefined;
}

function read(bytes: Uint8Array, how: (bytes: Uint8Array) => GlyphProgram): GlyphProgram | null {
  try {
    return how(bytes);
  } catch (error) {
    if (error instanceof UnreadableProgram) return null; // what cannot be read cannot be verified
    throw error;
  }
}

/** Advance of a glyph; undefined where the program does not say it in a way that can be followed. */
export function advanceOf(program: GlyphProgram, glyph: string): Advance | undefined {
  try {
    return program.advance(glyph);
  } catch (error) {
    if (error instanceof UnreadableProgram) return undefined;
    throw error;
  }
}

export const isAsWide = ({ exact, whole }: Advance, width: number): boolean =>
  Math.max(Math.abs(width - exact), Math.abs(width - whole)) <= WIDTH_TOLERANCE;

/** Why text in a Type 1 font cannot stay; undefined when each glyph shown is there and as wide as the file says. */
export function type1Reason(font: PDFDict, codes: ReadonlySet<number>, label: string): string | undefined {
  const descriptor = lookupDict(font, 'FontDescriptor');
  const program = glyphProgram(descriptor);
  if (descriptor === undefined || program === undefined || program.isCidKeyed) return `6.3: the program ${label} cannot be read`;
  if (!hasWidths(font) || lookupNumber(font, 'LastChar') === undefined) return `6.3.2: there are no widths ${label}`;
  const names = encodingOf(font, program.encoding);
  if (names === undefined) return `6.3: the encoding ${label}`;
  const present = new Set(program.glyphs);
  const widthOf = simpleWidths(font, descriptor);
  for (const code of codes) {
    const glyph = names.get(code) ?? NOT_DEFINED;
    if (glyph === NOT_DEFINED || !present.has(glyph)) return `6.3.5: code ${String(code)} shows no glyph ${label}`;
    const advance = advanceOf(program, glyph);
    if (advance === undefined || !isAsWide(advance, widthOf(code))) return `6.3.6: width of code ${String(code)} ${label}`;
  }
  return undefined;
}

/**
 * Names by code (ISO 32000-1, 9.6.6.2); undefined for an encoding that is none.
 * @param builtIn where the font names no encoding
 */
export function encodingOf(font: PDFDict, builtIn: ReadonlyMap<number, string>): ReadonlyMap<number, string> | undefined {
  const encoding = font.lookup(name('Encoding'));
  if (encoding === undefined) return builtIn;
  if (encoding instanceof PDFName) return ENCODINGS[encoding.decodeText()];
  if (!(encoding instanceof PDFDict)) return undefined;
  const base = lookupName(encoding, 'BaseEncoding');
  const start = base === undefined ? builtIn : ENCODINGS[base];
  if (start === undefined) return undefined;
  const names = new Map(start);
  const differences = lookupArray(encoding, 'Differences');
  let code = 0;
  for (let i = 0; i < (differences?.size() ?? 0); i++) {
    const entry = differences?.lookup(i);
    if (entry instanceof PDFNumber) code = entry.asNumber();
    else if (entry instanceof PDFName) names.set(code++, entry.decodeText());
  }
  return names;
}

/**
 * Lists the glyphs of a subset, which part 1 asks for; later parts want no list, or a right one.
 * @param isWanted whether there is to be one
 * @returns how much was changed
 */
function repairCharSet(font: PDFDict, isWanted: boolean): number {
  const key = name('CharSet');
  const descriptor = lookupDict(font, 'FontDescriptor');
  if (descriptor === undefined) return 0;
  const program = isWanted ? glyphProgram(descriptor) : undefined;
  if (program === undefined) return !isWanted && descriptor.delete(key) ? 1 : 0;
  const text = program.glyphs
    .filter((glyph) => glyph !== NOT_DEFINED)
    .map((glyph) => `/${glyph}`)
    .join('');
  const found = descriptor.lookup(key);
  const there = found instanceof PDFString || found instanceof PDFHexString ? Buffer.from(found.asBytes()).toString('latin1') : undefined;
  if (there === text) return 0;
  descriptor.set(key, PDFHexString.of(Buffer.from(text, 'latin1').toString('hex')));
  return 1;
}

/** One bit for each CID of a CFF program: its own, or the places of its glyphs. */
function cffCidSet(descriptor: PDFDict): Uint8Array | undefined {
  const program = glyphProgram(descriptor);
  if (program === undefined) return undefined;
  const ids = program.glyphs.map((glyph, place) => (program.isCidKeyed ? Number(glyph) : place));
  const bits = new Uint8Array(Math.floor(ids.reduce((most, id) => Math.max(most, id), 0) / 8) + 1);
  for (const id of ids) bits[id >> 3] = (bits[id >> 3] ?? 0) | (0x80 >> (id & 7));
  return bits;
}

/** The glyph of a CID, as its program names it. */
export function cffGlyphs(program: GlyphProgram): (cid: number) => string | undefined {
  const present = new Set(program.glyphs);
  return (cid) => {
    const glyph = program.isCidKeyed ? String(cid) : program.glyphs[cid];
    return cid !== 0 && glyph !== undefined && present.has(glyph) ? glyph : undefined;
  };
}

/** Fonts with lists of glyphs: of named ones, and of CIDs. */
export function repairGlyphLists(
  context: PDFContext,
  isWanted: (font: PDFDict) => boolean,
  setCidSet: (descriptor: PDFDict, bits: Uint8Array | undefined) => number,
): number {
  let changes = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const kind = lookupName(object, 'Subtype');
    if (kind === 'Type1' || kind === 'MMType1') changes += repairCharSet(object, isWanted(object));
    const descriptor = kind === 'CIDFontType0' ? lookupDict(object, 'FontDescriptor') : undefined;
    if (descriptor?.has(name('FontFile3')) === true) changes += setCidSet(descriptor, isWanted(object) ? cffCidSet(descriptor) : undefined);
  }
  return changes;
}
