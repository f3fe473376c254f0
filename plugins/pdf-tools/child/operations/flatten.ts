import {
  PDFCheckBox,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRadioGroup,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFTextField,
} from 'pdf-lib';
import type { PdfWarning } from '../../contract.ts';
import { type FontLibrary, Fonts } from '../../document/fonts.ts';
import { flagsOf, isUnseen, PRINT } from '../../document/annotation-flags.ts';
import { Layers } from '../../document/layers.ts';
import { overlay, type Placed } from '../../document/overlay.ts';
import { isTrue, lookupDict, lookupName, name, numbersOf } from '../../document/objects.ts';
import { drawButtonIfMissing, drawField, drawnText, fontFor, isDrawn } from './appearance.ts';
import { drawMissing } from './checkbox.ts';
import { fieldsOf, textIn, valueOf } from './fields.ts';

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
      if (field instanceof PDFCheckBox) drawMissing(field);
      else drawButtonIfMissing(field);
      continue;
    }
    if (!isDrawn(field)) continue;
    const value = field instanceof PDFTextField ? textIn(field) : String(valueOf(field));
    const font = await fontFor(document, field, drawnText(field, value), fonts);
    if (typeof font !== 'string') drawField(document, field, font);
    else if (!field.acroField.getWidgets().every(isPresent)) undrawn.push(`${field.getName()} ${font}`);
  }
  return undrawn;
}

/** Kinds of annotations that became part of a page. */
export interface Flattened {
  /** Other than fields. */
  readonly kinds: Set<string>;
  /** That only screens showed before. */
  readonly printed: Set<string>;
}

/**
 * Draws what fields look like into the pages (ISO 32000-1, 12.5.5) and takes the form away; hidden fields stay hidden, and those on a
 * layer stay on it.
 * @param isDrawn says which kinds of annotations become part of the page too
 */
export function flattenForm(
  document: PDFDocument,
  isDrawn: (kind: string) => boolean = () => false,
  pages = document.getPages(),
): Flattened {
  const layers = new Layers(document);
  const flattened: Flattened = { kinds: new Set(), printed: new Set() };
  for (const page of pages) flattenPage(document, page, layers, isDrawn, flattened);
  document.catalog.delete(PDFName.of('AcroForm'));
  return flattened;
}

export function printedWarnings(printed: ReadonlySet<string>): PdfWarning[] {
  if (printed.size === 0) return [];
  const kinds = [...printed].map((kind) => (kind === 'Widget' ? 'form fields' : kind)).join(', ');
  return [{ code: 'ANNOTATIONS_PRINTED', message: `These were shown on screens only, and are printed from now on: ${kinds}.` }];
}

type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

function flattenPage(document: PDFDocument, page: PDFPage, layers: Layers, isDrawn: (kind: string) => boolean, flattened: Flattened): void {
  const { context } = document;
  const annotations = page.node.Annots();
  if (annotations === undefined) return;
  const kept: PDFObject[] = [];
  const drawn: Placed[] = [];
  const covered: Rectangle[] = [];
  // From the topmost down: an annotation below a field becomes part of the page with it, or it would come to lie above.
  for (const entry of annotations.asArray().toReversed()) {
    const annotation = context.lookup(entry);
    if (!(annotation instanceof PDFDict)) {
      kept.push(entry);
      continue;
    }
    const isSeen = !isUnseen(annotation) && layers.isVisible(annotation.get(PDFName.of('OC')));
    const placed = isSeen ? placedAppearance(document, annotation) : undefined;
    const kind = lookupName(annotation, 'Subtype') ?? '';
    if (kind !== 'Widget') {
      const isBelow = placed !== undefined && kind !== 'Link' && covered.some((field) => overlap(placed.rect, field));
      if (placed === undefined || !(isBelow || isDrawn(kind))) {
        kept.push(entry);
        continue;
      }
      flattened.kinds.add(kind);
    }
    if (placed === undefined) continue;
    if ((flagsOf(annotation) & PRINT) === 0) flattened.printed.add(kind);
    covered.push(placed.rect);
    drawn.push({ name: `PlatenFlat${String(drawn.length)}`, ref: onItsLayer(document, placed, annotation), matrix: placed.matrix });
  }
  page.node.set(PDFName.of('Annots'), context.obj(kept.toReversed()));
  if (drawn.length === 0) return;
  overlay(document, page, drawn.toReversed());
}

function rectangleOf(annotation: PDFDict): Rectangle | undefined {
  const [x0, y0, x1, y1] = numbersOf(annotation.lookup(PDFName.of('Rect'))) ?? [];
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

const overlap = (a: Rectangle, b: Rectangle): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** What is drawn for a field: its own appearance, marked as part of its layer. */
function onItsLayer({ context }: PDFDocument, { ref, stream }: Appearance, annotation: PDFDict): PDFRef {
  const layer = annotation.get(PDFName.of('OC'));
  const isShared = layer !== undefined && stream instanceof PDFRawStream;
  // Other fields, on other layers, may have the same appearance.
  const own = isShared ? PDFRawStream.of(stream.dict.clone(context), stream.contents) : stream;
  own.dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  own.dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  if (layer !== undefined) own.dict.set(PDFName.of('OC'), layer);
  return isShared ? context.register(own) : ref;
}

interface Appearance {
  readonly ref: PDFRef;
  readonly stream: PDFStream;
}

function placedAppearance(
  document: PDFDocument,
  annotation: PDFDict,
): (Appearance & { readonly rect: Rectangle; readonly matrix: readonly number[] }) | undefined {
  const appearance = normalAppearance(document, annotation);
  const rect = rectangleOf(annotation);
  const matrix = appearance === undefined || rect === undefined ? undefined : placement(appearance.stream, rect);
  return appearance === undefined || rect === undefined || matrix === undefined ? undefined : { ...appearance, rect, matrix };
}

function normalAppearance(document: PDFDocument, annotation: PDFDict): Appearance | undefined {
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
function placement(stream: PDFStream, [x0, y0, x1, y1]: Rectangle): number[] | undefined {
  const box = numbersOf(stream.dict.lookup(PDFName.of('BBox')));
  if (box?.length !== 4) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(stream.dict.lookup(PDFName.of('Matrix'))) ?? [];
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
  const sx = (x1 - x0) / (right - left);
  const sy = (y1 - y0) / (high - low);
  return [sx, 0, 0, sy, x0 - left * sx, y0 - low * sy];
}
