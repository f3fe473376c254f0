import { type PDFDocument, type PDFRef, PDFString } from 'pdf-lib';
import { toUnicodeMap } from './fonts/to-unicode-map.ts';

const MAX_CODES = 8000;
const WIDTH_STEP = 20;
const MAX_WIDTH = 4000;

/** Text that is there to be found and copied, but not seen: an id for each character of each width, and a font without a file. */
export class InvisibleFont {
  readonly #document: PDFDocument;
  readonly #ids = new Map<string, { readonly id: number; readonly code: number; readonly width: number }>();
  readonly ref: PDFRef;

  constructor(document: PDFDocument) {
    this.#document = document;
    this.ref = document.context.nextRef();
  }

  /**
   * @param width in thousandths of the size
   * @returns a hexadecimal string and its width; undefined when there are too many different characters
   */
  encode(code: number, width: number): { readonly hex: string; readonly width: number } | undefined {
    const rounded = Math.min(MAX_WIDTH, Math.max(WIDTH_STEP, Math.round(width / WIDTH_STEP) * WIDTH_STEP));
    const key = `${String(code)} ${String(rounded)}`;
    let known = this.#ids.get(key);
    if (known === undefined) {
      if (this.#ids.size >= MAX_CODES) return undefined;
      known = { id: this.#ids.size + 1, code, width: rounded };
      this.#ids.set(key, known);
    }
    return { hex: hex(known.id), width: rounded };
  }

  /** Writes the font, which is allowed to have no file as all its text is invisible (ISO 19005-1, 6.3.4). */
  finish(): void {
    const { context } = this.#document;
    const name = 'PlatenInvisible';
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: 4,
        FontBBox: [0, -200, 1000, 900],
        ItalicAngle: 0,
        Ascent: 900,
        Descent: -200,
        CapHeight: 700,
        StemV: 80,
      }),
    );
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        CIDToGIDMap: 'Identity',
        DW: 1000,
        W: [1, [...this.#ids.values()].map(({ width }) => width)],
        FontDescriptor: descriptor,
      }),
    );
    const font = {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(
        context.flateStream(
          toUnicodeMap(
            [...this.#ids.values()].map(({ id, code }) => [id, String.fromCodePoint(code)]),
            2,
          ),
        ),
      ),
    };
    context.assign(this.ref, context.obj(font));
  }
}

const hex = (value: number): string => value.toString(16).padStart(4, '0').toUpperCase();
