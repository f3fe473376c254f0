import type { PDFContext, PDFDict, PDFRef } from 'pdf-lib';
import { lookupName, name } from '../../document/objects.ts';
import { SUBSET_TAG } from '../../document/subset-tag.ts';
import { isEmbedded } from '../font-checks.ts';
import type { FontCodes } from '../scan.ts';
import { ENCODINGS } from './glyph-names.ts';
import { encodingOf } from './named-glyphs.ts';
import { toUnicodeMap } from './to-unicode-map.ts';

const SIMPLE = new Set(['Type1', 'MMType1', 'TrueType']);

/** A simple font that is only named, and whose text is seen. */
export interface NamedFont {
  readonly font: PDFDict;
  /** That are seen. */
  readonly codes: ReadonlySet<number>;
  /** Its name without the tag of a subset. */
  readonly base: string;
}

export function* namedFonts(used: FontCodes): Generator<NamedFont> {
  for (const [font, codes] of used) {
    if (codes.size === 0 || !SIMPLE.has(lookupName(font, 'Subtype') ?? '') || isEmbedded(font)) continue;
    yield { font, codes, base: (lookupName(font, 'BaseFont') ?? '').replace(SUBSET_TAG, '') };
  }
}

/** Names of glyphs by code, where a font that names no encoding has that of its kind; undefined for an encoding that is none. */
export function latinEncodingOf(font: PDFDict): ReadonlyMap<number, string> | undefined {
  const usual = lookupName(font, 'Subtype') === 'TrueType' ? 'WinAnsiEncoding' : 'StandardEncoding';
  return encodingOf(font, ENCODINGS[usual] ?? new Map<number, string>());
}

/** The list of widths by code (ISO 32000-1, 9.6.2.1), in thousandths of the size. */
export function widthEntries(widths: ReadonlyMap<number, number>) {
  const [first, last] = [Math.min(...widths.keys()), Math.max(...widths.keys())];
  return { FirstChar: first, LastChar: last, Widths: Array.from({ length: last - first + 1 }, (_, i) => widths.get(first + i) ?? 0) };
}

/** A character map that says the text of each code, where it has one. */
export function textMap(context: PDFContext, texts: readonly (readonly [code: number, text: string])[]): PDFRef {
  const said = texts.filter(([, text]) => text !== '');
  return context.register(context.flateStream(toUnicodeMap(said, 1)));
}

/** Gives a font what it is from now on. A character map that it has stays, as it may say more than names of glyphs do. */
export function changeFont(font: PDFDict, entries: PDFDict, toUnicode: () => PDFRef): void {
  for (const [key, value] of entries.entries()) font.set(key, value);
  if (!font.has(name('ToUnicode'))) font.set(name('ToUnicode'), toUnicode());
}
