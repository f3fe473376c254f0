import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';

const require = createRequire(import.meta.url);
const FALLBACK = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf';
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;

/** Fonts of one document: Helvetica while it suffices, else a bundled one that is embedded in part. */
export class Fonts {
  readonly #document: PDFDocument;
  #helvetica: PDFFont | undefined;
  #fallback: { readonly font: PDFFont; readonly codes: ReadonlySet<number> } | undefined;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** A font with every character of the text, or the reason why there is none. */
  async for(text: string): Promise<PDFFont | string> {
    this.#helvetica ??= await this.#document.embedFont(StandardFonts.Helvetica);
    const basic = new Set(this.#helvetica.getCharacterSet());
    const codes = [...new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0))].filter((code) => code !== 0x0a && code !== 0x0d);
    if (codes.every((code) => basic.has(code))) return this.#helvetica;
    if (RIGHT_TO_LEFT.test(text) && LEFT_TO_RIGHT.test(text))
      return 'mixes right-to-left text with other letters or digits, which cannot be laid out';
    this.#fallback ??= await this.#loadFallback();
    const { font, codes: known } = this.#fallback;
    const missing = codes.filter((code) => !known.has(code));
    if (missing.length === 0) return font;
    return `has characters for which there is no font: ${missing
      .slice(0, 10)
      .map((code) => String.fromCodePoint(code))
      .join(' ')}`;
  }

  async #loadFallback() {
    this.#document.registerFontkit(fontkit);
    const font = await this.#document.embedFont(readFileSync(require.resolve(FALLBACK)), { subset: true });
    return { font, codes: new Set(font.getCharacterSet()) };
  }
}
