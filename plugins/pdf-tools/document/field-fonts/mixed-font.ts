import { type PDFDocument, PDFContentStream, PDFFont, PDFHexString, PDFName, type PDFRef } from 'pdf-lib';
import { graphemesOf, hasRightToLeft, reversed, visualRuns } from '../bidi.ts';

/** A font with the characters that it can show. */
export interface PartFont {
  readonly font: PDFFont;
  has: (code: number) => boolean;
}

/** Draws appearances in what the font stands for, where it stands for several. */
export function resolveMixed(document: PDFDocument, font: PDFFont, appearances: readonly PDFRef[]): void {
  const several = mixed.get(font);
  if (several !== undefined) for (const ref of appearances) several.resolve(document, ref);
}

interface Run {
  readonly text: string;
  readonly font: PDFFont;
}

const NAME = 'PlatenMixed';
const mixed = new WeakMap<PDFFont, MixedFont>();
const SIZE_OR_TEXT = new RegExp(`/${NAME} ([\\d.]+) Tf|<([\\da-fA-F]+)> Tj`, 'g');

/**
 * Several fonts that the library takes for one: it lays text out by their widths, and writes a number in the place of each text,
 * which `resolve` replaces.
 */
export class MixedFont {
  readonly font: PDFFont;
  readonly #fonts: readonly PartFont[];
  readonly #texts: string[] = [];
  readonly #runs = new Map<string, readonly Run[]>();

  /** @param fonts in the order in which they are preferred */
  constructor(doc: PDFDocument, fonts: readonly [PartFont, ...PartFont[]]) {
    this.#fonts = fonts;
    const widthOf = (text: string, size: number): number =>
      this.#runsOf(text).reduce((sum, { text: part, font }) => sum + font.widthOfTextAtSize(part, size), 0);
    const [first] = fonts;
    this.font = Object.assign(Object.create(PDFFont.prototype) as PDFFont, {
      ...{ doc, ref: first.font.ref, name: NAME },
      encodeText: (text: string) => PDFHexString.of((this.#texts.push(text) - 1).toString(16).padStart(8, '0')),
      widthOfTextAtSize: widthOf,
      heightAtSize: (size: number, options?: { descender?: boolean }) =>
        Math.max(...fonts.map(({ font }) => font.heightAtSize(size, options))),
      sizeAtHeight: (height: number) => Math.min(...fonts.map(({ font }) => font.sizeAtHeight(height))),
    });
    mixed.set(this.font, this);
  }

  /** Draws the texts of an appearance in their own fonts. */
  resolve({ context }: PDFDocument, ref: PDFRef): void {
    const stream = context.lookup(ref);
    if (!(stream instanceof PDFContentStream)) throw new Error('an appearance of the library is no stream of operators');
    const names = new Map<PDFFont, string>();
    const nameOf = (font: PDFFont): string => {
      const known = names.get(font) ?? `PlatenPart${String(names.size)}`;
      names.set(font, known);
      return known;
    };
    let size = '0';
    const content = Buffer.from(stream.getUnencodedContents())
      .toString('latin1')
      .replace(SIZE_OR_TEXT, (_, given: string | undefined, index: string | undefined) => {
        if (given !== undefined) size = given;
        if (index === undefined) return '';
        const runs = this.#runsOf(this.#texts[parseInt(index, 16)] ?? '');
        return runs.map(({ text, font }) => `/${nameOf(font)} ${size} Tf ${font.encodeText(text).toString()} Tj`).join(' ');
      });
    const drawn = context.flateStream(Buffer.from(content, 'latin1'));
    for (const [key, value] of stream.dict.entries()) if (!drawn.dict.has(key)) drawn.dict.set(key, value);
    const resources = { Font: Object.fromEntries([...names].map(([font, key]) => [key, font.ref])) };
    drawn.dict.set(PDFName.of('Resources'), context.obj(resources));
    context.assign(ref, drawn);
  }

  /** Text by its fonts, from left to right as it is seen; each font lays its own part out in the direction of its letters. */
  #runsOf(text: string): readonly Run[] {
    const known = this.#runs.get(text);
    if (known !== undefined) return known;
    const runs = visualRuns(text).flatMap((run) => {
      const parts = this.#partsOf(run.text);
      if (!run.isRightToLeft) return parts;
      return parts.reverse().map((part) => (hasRightToLeft(part.text) ? part : { ...part, text: reversed(part.text) }));
    });
    this.#runs.set(text, runs);
    return runs;
  }

  /** In the order it is read: a word is in one font where one has all of it, and so is a letter with its accents. */
  #partsOf(text: string): Run[] {
    const parts: { text: string; font: PDFFont }[] = [];
    const add = (part: string): boolean => {
      const font = this.#fontFor(part);
      const last = parts.at(-1);
      if (font === undefined) return false;
      if (last?.font === font) last.text += part;
      else parts.push({ text: part, font });
      return true;
    };
    for (const word of text.match(/\s+|\S+/g) ?? []) {
      if (add(word)) continue;
      for (const grapheme of graphemesOf(word)) if (!add(grapheme)) Array.from(grapheme).forEach(add);
    }
    return parts;
  }

  #fontFor(text: string): PDFFont | undefined {
    return this.#fonts.find(({ has }) => Array.from(text).every((character) => has(character.codePointAt(0) ?? 0)))?.font;
  }
}
