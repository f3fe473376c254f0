import { PDFArray, type PDFDocument, PDFName, type PDFPage, type PDFRef } from 'pdf-lib';
import { lookupNumber } from './objects.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is seen of a page, before it is turned: its crop box as far as it lies within its media box (ISO 32000-1, 14.11.2). */
export function visibleBox(page: PDFPage): Box {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()].map(upright) as [Box, Box];
  const [left, bottom] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - left;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - bottom;
  return width > 0 && height > 0 ? { x: left, y: bottom, width, height } : media;
}

/** Corners may be given in any order. */
const upright = ({ x, y, width, height }: Box): Box => ({
  x: Math.min(x, x + width),
  y: Math.min(y, y + height),
  width: Math.abs(width),
  height: Math.abs(height),
});

/** Points that one unit of a page stands for (ISO 32000-1, 14.11.2, since PDF 1.6). */
export function userUnitOf(page: PDFPage): number {
  const unit = lookupNumber(page.node, 'UserUnit') ?? 1;
  return unit > 0 && Number.isFinite(unit) ? unit : 1;
}

/** Puts an annotation on one page: the list of annotations that it has may be another page's, too. */
export function addAnnotation({ context }: PDFDocument, page: PDFPage, annotation: PDFRef): void {
  const given = page.node.lookup(PDFName.of('Annots'));
  const others = given instanceof PDFArray ? given.asArray() : [];
  page.node.set(PDFName.of('Annots'), context.obj([...others, annotation]));
}
