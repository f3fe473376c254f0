import { PDFDict, type PDFDocument, PDFFont, PDFHexString, PDFRef } from 'pdf-lib';
import { reversed, visualRuns } from '../bidi.ts';
import { name } from '../objects.ts';
import { codesOf, type FontCodes } from './font-codes.ts';
import type { PartFont } from './mixed-font.ts';

/** Shares of the size, where a font does not say how far it reaches up and down. */
const [ASCENT, DESCENT] = [750, -250];

const known = new WeakMap<PDFDict, PartFont | null>();

/**
 * A font of the file for the library to draw with; undefined where it is not embedded, or its codes are not known.
 * @param key its name among the resources of the form
 */
export function ownFont(document: PDFDocument, fonts: PDFDict, key: string): PartFont | undefined {
  const dict = fonts.lookup(name(key));
  if (!(dict instanceof PDFDict)) return undefined;
  const made = known.get(dict);
  if (made !== undefined) return made ?? undefined;
  const codes = codesOf(dict);
  const entry = fonts.get(name(key));
  const part =
    codes === undefined
      ? null
      : {
          font: fontOf(document, entry instanceof PDFRef ? entry : document.context.register(dict), key, codes),
          has: (code: number) => codes.codeOf(String.fromCodePoint(code)) !== undefined,
        };
  known.set(dict, part);
  return part ?? undefined;
}

function fontOf(doc: PDFDocument, ref: PDFRef, key: string, { bytesPerCode, ascent, descent, codeOf, widthOf }: FontCodes): PDFFont {
  const codes = (text: string): number[] => Array.from(text, (character) => codeOf(character) ?? 0);
  const inLine = (text: string): string =>
    visualRuns(text)
      .map((run) => (run.isRightToLeft ? reversed(run.text) : run.text))
      .join('');
  const [up, down] = [ascent || ASCENT, descent || DESCENT];
  return Object.assign(Object.create(PDFFont.prototype) as PDFFont, {
    ...{ doc, ref, name: key },
    encodeText: (text: string) =>
      PDFHexString.of(
        codes(inLine(text))
          .map((code) => code.toString(16).padStart(2 * bytesPerCode, '0'))
          .join(''),
      ),
    widthOfTextAtSize: (text: string, size: number) => (codes(text).reduce((sum, code) => sum + widthOf(code), 0) * size) / 1000,
    heightAtSize: (size: number, { descender = true } = {}) => ((descender ? up - down : up) * size) / 1000,
    sizeAtHeight: (height: number) => (1000 * height) / (up - down),
    glyphCountOfText: (text: string) => codes(text).length,
  });
}
