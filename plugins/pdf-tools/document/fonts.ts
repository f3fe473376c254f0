import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { type PDFDocument, type PDFFont, PDFHexString, StandardFonts } from 'pdf-lib';
import { visualRuns } from './bidi.ts';

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

  constructor(document: PDFDocument, library: FontLibrary) {
    this.#document = document;
    this.#library = library;
  }

  /**
   * A font with every character of the text, or the reason why there is none.
   * @param preferred taken where it suffices
   */
  async for(text: string, preferred = StandardFonts.Helvetica): Promise<PDFFont | string> {
    const standard = this.#standard.get(preferred) ?? (await this.#document.embedFont(preferred));
    this.#standard.set(preferred, standard);
    const basic = new Set(standard.getCharacterSet());
    const codes = [...new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0))].filter((code) => !LINE_BREAKS.has(code));
    if (codes.every((code) => basic.has(code))) return standard;
    let fewest = codes;
    for (const file of this.#library.files) {
      const face = this.#library.faceOf(file);
      if (face === undefined) continue;
      const missing = codes.filter((code) => !face.has(code));
      if (missing.length === 0) return this.#embed(file);
      if (missing.length < fewest.length) fewest = missing;
    }
    const named = fewest.slice(0, MAX_NAMED).map((code) => String.fromCodePoint(code));
    return `has characters for which there is no font: ${named.join(' ')}`;
  }

  /** Whether viewers have this font of themselves. */
  isStandard(font: PDFFont): boolean {
    return [...this.#standard.values()].includes(font);
  }

  async #embed(file: FontFile): Promise<PDFFont> {
    const known = this.#embedded.get(file);
    if (known !== undefined) return known;
    this.#document.registerFontkit(fontkit);
    const { path, postscriptName } = file;
    const font = await this.#document.embedFont(readFileSync(path), {
      subset: true,
      ...(postscriptName === undefined ? {} : { postscriptName }),
    });
    layOutBothWays(font);
    this.#embedded.set(file, font);
    return font;
  }
}

/** The library lays a line out in one direction; parts that run in different ones are put in the order they are seen. */
function layOutBothWays(font: PDFFont): void {
  const plain = font.encodeText.bind(font);
  font.encodeText = (text) =>
    PDFHexString.of(
      visualRuns(text)
        .map((run) => plain(run).asString())
        .join(''),
    );
}

function readFace({ path, postscriptName }: FontFile): Face | undefined {
  try {
    const font = fontkit.create(readFileSync(path), postscriptName);
    if (!('hasGlyphForCodePoint' in font)) return undefined;
    const { directory } = font as unknown as { directory: { tables: Readonly<Record<string, unknown>> } };
    if (['CBDT', 'COLR', 'sbix', 'SVG '].some((table) => table in directory.tables)) return undefined;
    return { has: (code) => font.hasGlyphForCodePoint(code) };
  } catch {
    return undefined; // the next font may do
  }
}
