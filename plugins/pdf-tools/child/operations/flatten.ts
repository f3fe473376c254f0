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
import { flagsOf, isUnseen, NO_ROTATE, PRINT } from '../../document/annotation-flags.ts';
import { Layers } from '../../document/layers.ts';
import { overlay, type Placed } from '../../document/overlay.ts';
import { isTrue, lookupDict, lookupName, name, turnOf } from '../../document/objects.ts';
import { drawButtonIfMissing, drawField, drawnText, fontFor, isDrawn } from './appearance.ts';
import { drawFrames, drawMissing } from './checkbox.ts';
import { fieldsOf, textIn, valueOf } from './fields.ts';
import { overlap, placement, type Rectangle, rectangleOf, turned } from './placement.ts';

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
    const isBox = field instanceof PDFCheckBox || field instanceof PDFRadioGroup;
    if (all && isBox) drawFrames(field);
    // What is formatted within is kept as it was drawn.
    const isFormatted = field instanceof PDFTextField && field.isRichFormatted();
    if (field.acroField.getWidgets().every(isPresent) && !(all && isDrawn(field) && !isFormatted)) continue;
    if (isBox) {
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
    const placed = isSeen ? placedAppearance(document, annotation, turnOf(page.getRotation().angle)) : undefined;
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
  turn: number,
): (Appearance & { readonly rect: Rectangle; readonly matrix: readonly number[] }) | undefined {
  const appearance = normalAppearance(document, annotation);
  const given = rectangleOf(annotation);
  if (appearance === undefined || given === undefined) return undefined;
  const against = (flagsOf(annotation) & NO_ROTATE) === 0 ? 0 : turn;
  const rect = turned(given, against);
  const matrix = placement(appearance.stream, rect, against);
  return matrix === undefined ? undefined : { ...appearance, rect, matrix };
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
