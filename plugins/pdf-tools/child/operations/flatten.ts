import {
  PDFArray,
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOptionList,
  type PDFPage,
  PDFRadioGroup,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { type FontLibrary, Fonts } from '../../document/fonts.ts';
import { overlay, type Placed } from '../../document/overlay.ts';
import { isTrue, lookupDict, lookupNumber, name } from '../../document/objects.ts';
import { drawButtonIfMissing, drawField, isDrawn, standardFontOf } from './appearance.ts';
import { fieldsOf, valueOf } from './fields.ts';

/** Invisible, Hidden, NoView. */
const UNSEEN = 1 | 2 | 32;

const numbers = (value: PDFObject | undefined): number[] | undefined => {
  if (!(value instanceof PDFArray)) return undefined;
  const list = value.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : NaN));
  return list.every(Number.isFinite) ? list : undefined;
};

/** Whether viewers are asked to draw the fields themselves, whatever pictures of them the file has. */
export function needsAppearances(document: PDFDocument): boolean {
  const form = lookupDict(document.catalog, 'AcroForm');
  return form !== undefined && isTrue(form.lookup(name('NeedAppearances')));
}

/**
 * Draws fields that have a value and no picture of it, and where viewers are asked to, all.
 * @returns what would be lost: names of fields that cannot be drawn, each with the reason
 */
export async function makeMissingAppearances(document: PDFDocument, library: FontLibrary): Promise<string[]> {
  if (lookupDict(document.catalog, 'AcroForm') === undefined) return [];
  const fonts = new Fonts(document, library);
  const all = needsAppearances(document);
  const undrawn: string[] = [];
  for (const field of fieldsOf(document)) {
    const isPresent = ({ dict }: { readonly dict: PDFDict }): boolean => lookupDict(dict, 'AP') !== undefined || isUnseen(dict);
    if (field.acroField.getWidgets().every(isPresent) && !(all && isDrawn(field))) continue;
    if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
      drawButtonIfMissing(field);
      continue;
    }
    if (!isDrawn(field)) continue;
    const shown = field instanceof PDFOptionList ? field.getOptions().join('') : String(valueOf(field));
    const font = await fonts.for(shown, standardFontOf(document, field));
    if (typeof font !== 'string') drawField(document, field, font);
    else if (!field.acroField.getWidgets().every(isPresent)) undrawn.push(`${field.getName()} ${font}`);
  }
  return undrawn;
}

function isUnseen(annotation: PDFDict): boolean {
  return ((lookupNumber(annotation, 'F') ?? 0) & UNSEEN) !== 0;
}

/** Draws what fields look like into the pages (ISO 32000-1, 12.5.5) and takes the form away; hidden fields stay hidden. */
export function flattenForm(document: PDFDocument): void {
  for (const page of document.getPages()) flattenPage(document, page);
  document.catalog.delete(PDFName.of('AcroForm'));
}

function flattenPage(document: PDFDocument, page: PDFPage): void {
  const { context } = document;
  const annotations = page.node.Annots();
  if (annotations === undefined) return;
  const kept: PDFObject[] = [];
  const drawn: Placed[] = [];
  for (const entry of annotations.asArray()) {
    const annotation = context.lookup(entry);
    if (!(annotation instanceof PDFDict) || annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Widget')) {
      kept.push(entry);
      continue;
    }
    if (isUnseen(annotation)) continue;
    const appearance = normalAppearance(document, annotation);
    const rect = numbers(annotation.lookup(PDFName.of('Rect')));
    if (appearance === undefined || rect?.length !== 4) continue;
    const matrix = placement(appearance.stream, rect as [number, number, number, number]);
    if (matrix === undefined) continue;
    appearance.stream.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
    appearance.stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
    drawn.push({ name: `PlatenFlat${String(drawn.length)}`, ref: appearance.ref, matrix });
  }
  page.node.set(PDFName.of('Annots'), context.obj(kept));
  if (drawn.length === 0) return;
  overlay(document, page, drawn);
}

function normalAppearance(document: PDFDocument, annotation: PDFDict): { readonly ref: PDFRef; readonly stream: PDFStream } | undefined {
  const { context } = document;
  const appearances = annotation.lookup(PDFName.of('AP'));
  if (!(appearances instanceof PDFDict)) return undefined;
  let normal = appearances.get(PDFName.of('N'));
  const states = context.lookup(normal);
  if (states instanceof PDFDict && !(states instanceof PDFStream)) {
    const state = annotation.lookup(PDFName.of('AS'));
    normal = state instanceof PDFName ? states.get(state) : undefined;
  }
  const stream = context.lookup(normal);
  if (!(stream instanceof PDFStream)) return undefined;
  return { ref: normal instanceof PDFRef ? normal : context.register(stream), stream };
}

/** Where the appearance's box, turned by its matrix, comes to lie on the annotation's rectangle. */
function placement(stream: PDFStream, [x0, y0, x1, y1]: readonly [number, number, number, number]): number[] | undefined {
  const box = numbers(stream.dict.lookup(PDFName.of('BBox')));
  if (box?.length !== 4) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(stream.dict.lookup(PDFName.of('Matrix'))) ?? [];
  const [bx0 = 0, by0 = 0, bx1 = 0, by1 = 0] = box;
  const corners = [
    [bx0, by0],
    [bx0, by1],
    [bx1, by0],
    [bx1, by1],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (right - left <= 0 || high - low <= 0) return undefined;
  const sx = Math.abs(x1 - x0) / (right - left);
  const sy = Math.abs(y1 - y0) / (high - low);
  return [sx, 0, 0, sy, Math.min(x0, x1) - left * sx, Math.min(y0, y1) - low * sy];
}
