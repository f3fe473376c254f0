import { type PDFDict, PDFNumber } from 'pdf-lib';
import { lookupArray, lookupDict, name } from '../../document/objects.ts';

/** Without a border style the border is one point wide where a colour is given, which the library takes for none. */
export function giveBorder(widget: PDFDict): void {
  const characteristics = lookupDict(widget, 'MK');
  if (characteristics === undefined || lookupDict(widget, 'BS') !== undefined) return;
  if ((lookupArray(characteristics, 'BC')?.size() ?? 0) === 0) return;
  const border = lookupArray(widget, 'Border')?.lookup(2);
  widget.set(name('BS'), widget.context.obj({ W: border instanceof PDFNumber ? border.asNumber() : 1 }));
}
