import { type PDFContext, PDFStream } from 'pdf-lib';
import { unpack } from '../document/inflate.ts';
import { lookupDict, lookupName, lookupNumber, name } from '../document/objects.ts';
import { fontReason, MACINTOSH_CODES, readProgram, type TrueTypeProgram, UNCLEAR_ENCODING } from './font-checks.ts';
import { characterNamed, ENCODINGS } from './fonts/glyph-names.ts';
import { encodingOf } from './fonts/named-glyphs.ts';
import { changeFont, textMap } from './fonts/simple-font.ts';
import { withSymbolMap } from './fonts/symbol-map.ts';
import type { LevelRules } from './level.ts';
import type { FontCodes } from './scan.ts';

const [SYMBOLIC, NONSYMBOLIC] = [4, 32];
/** Where fonts of symbols may have their codes. */
const FIRST_SYMBOL = 0xf000;

/**
 * Gives TrueType fonts whose encodings readers follow in different ways (ISO 19005-1, 6.3.7) one character map that says the glyph of
 * each code, as ISO 32000-1, 9.6.6.4 finds it; whether that is what was shown, the comparison of pages tells.
 * @param used fonts with the codes that are seen in them
 */
export function remapTrueType(context: PDFContext, used: FontCodes, rules: LevelRules): void {
  for (const [font, codes] of used) {
    if (lookupName(font, 'Subtype') !== 'TrueType' || fontReason(font, codes, rules)?.startsWith(UNCLEAR_ENCODING) !== true) continue;
    const descriptor = lookupDict(font, 'FontDescriptor');
    const file = descriptor?.lookup(name('FontFile2'));
    const program = file instanceof PDFStream ? readProgram(file) : undefined;
    const bytes = file instanceof PDFStream ? unpack(file) : undefined;
    if (descriptor === undefined || program === undefined || bytes === undefined) continue;
    const names = font.has(name('Encoding')) ? encodingOf(font, ENCODINGS['StandardEncoding'] ?? new Map<number, string>()) : undefined;
    const glyphs = new Map([...codes].map((code) => [code, glyphOf(program, code, names?.get(code))]));
    if ([...glyphs.values()].some((glyph) => glyph === 0 || glyph >= program.glyphs)) continue;
    const remapped = remappedProgram(bytes, glyphs);
    if (remapped === undefined) continue;
    const own = descriptor.clone(context);
    own.set(name('Flags'), context.obj(((lookupNumber(descriptor, 'Flags') ?? 0) & ~NONSYMBOLIC) | SYMBOLIC));
    own.set(name('FontFile2'), context.register(context.flateStream(remapped, { Length1: remapped.length })));
    const texts = [...glyphs].map(([code, glyph]) => [code, characterNamed(names?.get(code) ?? '') ?? program.textOf(glyph)] as const);
    changeFont(font, context.obj({ FontDescriptor: context.register(own) }), () => textMap(context, texts));
    font.delete(name('Encoding'));
  }
}

function remappedProgram(bytes: Uint8Array, glyphs: ReadonlyMap<number, number>): Buffer | undefined {
  try {
    return withSymbolMap(bytes, glyphs);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // its tables end beyond the program
    throw error;
  }
}

/** By the name of the code, else by the code itself; 0 where there is none. */
function glyphOf({ characterMaps, glyphNamed }: TrueTypeProgram, code: number, glyph: string | undefined): number {
  const mapOf = (platform: number, encoding: number) => characterMaps.find((map) => map.platform === platform && map.encoding === encoding);
  const [unicode, symbols, macintosh] = [mapOf(3, 1), mapOf(3, 0), mapOf(1, 0)];
  const byCharacter = (character: number): number =>
    unicode === undefined ? (macintosh?.glyphOf(MACINTOSH_CODES.get(character) ?? 0) ?? 0) : unicode.glyphOf(character);
  const character = characterNamed(glyph ?? '')?.codePointAt(0);
  const candidates = [
    character === undefined ? 0 : byCharacter(character),
    glyph === undefined ? 0 : glyphNamed(glyph),
    ...[code, FIRST_SYMBOL + code].map((symbol) => symbols?.glyphOf(symbol) ?? 0),
    macintosh?.glyphOf(code) ?? 0,
  ];
  return candidates.find((id) => id !== 0) ?? 0;
}
