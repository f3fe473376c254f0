import { type PDFDict, PDFNumber } from 'pdf-lib';
import { lookupArray, lookupDict, name } from './objects.ts';

/** Whether an annotation has a border or a picture; one point wide where nothing is said (ISO 32000-1, 12.5.2). */
export function hasBorder(annotation: PDFDict): boolean {
  if (annotation.has(name('AP'))) return true;
  const style = lookupDict(annotation, 'BS');
  const width = style === undefined ? lookupArray(annotation, 'Border')?.lookup(2) : (style.lookup(name('W')) ?? undefined);
  return !(width instanceof PDFNumber) || width.asNumber() > 0;
}

export function removeBorder(annotation: PDFDict): void {
  for (const key of ['AP', 'BS']) annotation.delete(name(key));
  annotation.set(name('Border'), annotation.context.obj([0, 0, 0]));
}
