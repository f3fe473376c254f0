import { PDFArray, PDFDict, type PDFDocument, PDFStream } from 'pdf-lib';
import { unpack } from '../document/inflate.ts';
import { lookupDict, lookupName, name } from '../document/objects.ts';
import { GENERATED } from '../document/pdfium.ts';

/** Kinds that need no appearance (ISO 19005-1, 6.5.3, and ISO 19005-2, 6.3.3); what fields show is made by itself. */
const BARE = new Set(['Link', 'Popup', 'Widget']);
/** Strings, and numbers with an exponent, which PDF has no notation for; all are next to zero. */
const STRING_OR_EXPONENT = /\((?:\\[^]|[^\\()])*\)|(-?\d*\.?\d+e-\d+)/g;

/** Whether an annotation has no appearance, and needs one. */
export const lacksAppearance = (annotation: PDFDict): boolean =>
  !BARE.has(lookupName(annotation, 'Subtype') ?? '') && lookupDict(annotation, 'AP')?.has(name('N')) !== true;

/** Those on which annotations lack appearances, from 0. */
export const pagesWithoutAppearances = (document: PDFDocument): number[] =>
  document.getPages().flatMap(({ node }, index) => (annotationsOf(node).some(lacksAppearance) ? [index] : []));

/** Makes the appearances that pdfium has made what others can read, and gives the kinds of annotations that have them. */
export function generatedAppearances(document: PDFDocument): string[] {
  const kinds = new Set<string>();
  for (const { node } of document.getPages()) {
    for (const annotation of annotationsOf(node)) {
      if (!annotation.delete(name(GENERATED))) continue;
      const kind = lookupName(annotation, 'Subtype') ?? '';
      if (BARE.has(kind)) {
        annotation.delete(name('AP'));
        continue;
      }
      kinds.add(kind);
      const appearances = lookupDict(annotation, 'AP');
      const normal = appearances?.lookup(name('N'));
      const content = normal instanceof PDFStream ? unpack(normal) : undefined;
      if (appearances === undefined || !(normal instanceof PDFStream) || content === undefined) continue;
      const right = Buffer.from(content)
        .toString('latin1')
        .replace(STRING_OR_EXPONENT, (token, number) => (number === undefined ? token : '0'));
      const made = document.context.flateStream(Buffer.from(right, 'latin1'));
      for (const [key, value] of normal.dict.entries()) if (!made.dict.has(key) && key !== name('DecodeParms')) made.dict.set(key, value);
      appearances.set(name('N'), document.context.register(made));
    }
  }
  return [...kinds];
}

function annotationsOf(page: PDFDict): PDFDict[] {
  const list = page.lookup(name('Annots'));
  const found = list instanceof PDFArray ? list.asArray().map((entry) => page.context.lookup(entry)) : [];
  return found.filter((annotation) => annotation instanceof PDFDict);
}
