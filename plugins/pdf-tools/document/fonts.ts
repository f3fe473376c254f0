import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import { inLineOrder } from './bidi.ts';
import { fontkit } from './fontkit.ts';
import { MixedFont, type PartFont } from './field-fonts/mixed-font.ts';

/** A font on this machine; of a collection the one with this name. */
export interface FontFile {
  readonly path: string;
  readonly postscriptName?: string | undefined;
}

const require = createRequire(import.meta.url);
const BUNDLED: FontFile = { path: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf') };
const LINE_BREAKS = new Set([0x0a, 0x0d]);
const MAX_NAMED = 10;

interface Face {
  has(code: number): boolean;
}

/** The font files of a child, and what each can show, read when it is first asked for. */
export class FontLibrary {
  readonly files: readonly FontFile[];
  readonly #faces = new Map<FontFile, Face | undefined>();

  /** @param more the fonts that follow the bundled one, in order */
  constructor(more: readonly FontFile[]) {
    this.files = [BUNDLED, ...more];
  }

  /** Undefined for a file that cannot be read, or draws in colours, which PDF fonts cannot. */
  faceOf(file: FontFile): Face | undefined {
    if (!this.#faces.has(file)) this.#faces.set(file, readFace(file));
    return this.#faces.get(file);
  }
}

/** Fonts of one document: a standard one while it suffices, else the first with every character, embedded in part. */
export class Fonts {
  readonly #document: PDFDocument;
  readonly #library: FontLibrary;
  readonly #embedded = new Map<FontFile, PDFFont>();
  readonly #standard = new Map<StandardFonts, PDFFont>();
  /** Fonts that only this document has. */
  readonly #added = new Set<PDFFont>();

  constructor(document: PDFDocument, library: FontLibrary) {
    this.#document = document;
    this.#library = library;
  }

  /**
   * A font with every character of the text, or the reason why there is none.
   * @param preferred taken where it suffices
   */
  async for(text: string, preferred = StandardFonts.Helvetica): Promise<PDFFont | string> {
    const codes = codesIn(text);
    const standard = await this.#standardPart(preferred);
    if (codes.every(standard.has)) return standard.font;
    let fewest = codes;
    for (const file of this.#library.files) {
      const face = this.#library.faceOf(file);
      if (face === undefined) continue;
      const missing = codes.filter((code) => !face.has(code));
      if (missing.length === 0) return this.#embed(file);
      if (missing.length < fewest.length) fewest = missing;
    }
    return noFontFor(fewest);
  }

  /**
   * A font for the text of a field, or the reason why there is none: its own, or one that has all of the text, or several of which
   * each has a part.
   * @param own the font that the field names, where it is in the file
   */
  async forField(text: string, preferred: StandardFonts, own: PartFont | undefined): Promise<PDFFont | string> {
    const codes = codesIn(text);
    if (own === undefined) {
      const one = await this.for(text, preferred);
      if (typeof one !== 'string') return one;
    } else if (codes.every(own.has)) return own.font;
    const parts: [PartFont, ...PartFont[]] =
      own === undefined ? [await this.#standardPart(preferred)] : [own, await this.#standardPart(preferred)];
    let missing = codes.filter((code) => !parts.some(({ has }) => has(code)));
    for (const file of this.#library.files) {
      const face = this.#library.faceOf(file);
      if (face === undefined || !missing.some((code) => face.has(code))) continue;
      parts.push({ font: await this.#embed(file), has: face.has });
      missing = missing.filter((code) => !face.has(code));
    }
    if (missing.length > 0) return noFontFor(missing);
    const { font } = new MixedFont(this.#document, parts);
    this.#added.add(font);
    return font;
  }

  /** Whether viewers that draw a field anew may lack this font. */
  isAdded(font: PDFFont): boolean {
    return this.#added.has(font);
  }

  async #standardPart(preferred: StandardFonts): Promise<PartFont> {
    const font = this.#standard.get(preferred) ?? (await this.#document.embedFont(preferred));
    this.#standard.set(preferred, font);
    const basic = new Set(font.getCharacterSet());
    return { font, has: (code) => basic.has(code) };
  }

  async #embed(file: FontFile): Promise<PDFFont> {
    const known = this.#embedded.get(file);
    if (known !== undefined) return known;
    this.#document.registerFontkit(fontkit());
    const { path, postscriptName } = file;
    const font = await this.#document.embedFont(readFileSync(path), {
      subset: true,
      ...(postscriptName === undefined ? {} : { postscriptName }),
    });
    inLineOrder(font);
    this.#embedded.set(file, font);
    this.#added.add(font);
    return font;
  }
}

const codesIn = (text: string): number[] =>
  [...new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0))].filter((code) => !LINE_BREAKS.has(code));

function noFontFor(codes: readonly number[]): string {
  const named = codes.slice(0, MAX_NAMED).map((code) => String.fromCodePoint(code));
  return `has characters for which there is no font: ${named.join(' ')}`;
}

function readFace({ path, postscriptName }: FontFile): Face | undefined {
  try {
    const font = fontkit().create(readFileSync(path), postscriptName);
    if (!('hasGlyphForCodePoint' in font)) return undefined;
    const { directory } = font as unknown as { directory: { tables: Readonly<Record<string, unknown>> } };
    if (['CBDT', 'COLR', 'sbix', 'SVG '].some((table) => table in directory.tables)) return undefined;
    return { has: (code) => font.hasGlyphForCodePoint(code) };
  } catch {
    return undefined; // the next font may do
  }
}
