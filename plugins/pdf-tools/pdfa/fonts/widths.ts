import { PDFArray, type PDFDict, PDFNumber } from 'pdf-lib';
import { lookupArray, lookupNumber } from '../../document/objects.ts';

const MAX_CID = 65_535;

/** Width by CID (ISO 32000-1, 9.7.4.3), in thousandths of the size, of those that are listed; undefined where they cannot be read. */
export function listedCidWidths(descendant: PDFDict): Map<number, number> | undefined {
  const widths = new Map<number, number>();
  const list = lookupArray(descendant, 'W');
  for (let i = 0; list !== undefined && i + 1 < list.size();) {
    const first = list.lookup(i);
    const next = list.lookup(i + 1);
    if (!(first instanceof PDFNumber)) return undefined;
    if (next instanceof PDFArray) {
      for (let n = 0; n < next.size(); n++) {
        const width = next.lookup(n);
        if (width instanceof PDFNumber) widths.set(first.asNumber() + n, width.asNumber());
      }
      i += 2;
      continue;
    }
    const width = i + 2 < list.size() ? list.lookup(i + 2) : undefined;
    if (!(next instanceof PDFNumber) || !(width instanceof PDFNumber) || next.asNumber() > MAX_CID) return undefined;
    for (let cid = first.asNumber(); cid <= next.asNumber(); cid++) widths.set(cid, width.asNumber());
    i += 3;
  }
  return widths;
}

export const usualCidWidth = (descendant: PDFDict): number => lookupNumber(descendant, 'DW') ?? 1000;

/** Width by CID, of every one. */
export function compositeWidths(descendant: PDFDict): ((cid: number) => number) | undefined {
  const widths = listedCidWidths(descendant);
  const usual = usualCidWidth(descendant);
  return widths === undefined ? undefined : (cid) => widths.get(cid) ?? usual;
}

/** The list of widths by CID. */
export function cidWidthEntries(widths: ReadonlyMap<number, number>): (number | number[])[] {
  const entries: (number | number[])[] = [];
  let row: number[] = [];
  let next = NaN;
  for (const [cid, width] of [...widths].sort(([a], [b]) => a - b)) {
    if (cid !== next) entries.push(cid, (row = []));
    row.push(width);
    next = cid + 1;
  }
  return entries;
}

export const hasWidths = (font: PDFDict): boolean =>
  lookupNumber(font, 'FirstChar') !== undefined && lookupArray(font, 'Widths') !== undefined;

/** Width by code of a simple font (ISO 32000-1, 9.6.2.1), in thousandths of the size; undefined for a code that its list leaves out. */
export function listedWidths(font: PDFDict): (code: number) => number | undefined {
  const first = lookupNumber(font, 'FirstChar') ?? 0;
  const widths = lookupArray(font, 'Widths');
  return (code) => {
    const width = widths !== undefined && code >= first && code - first < widths.size() ? widths.lookup(code - first) : undefined;
    return width instanceof PDFNumber ? width.asNumber() : undefined;
  };
}

/** The same, with what the font's descriptor says of all other codes. */
export function simpleWidths(font: PDFDict, descriptor: PDFDict): (code: number) => number {
  const listed = listedWidths(font);
  const other = lookupNumber(descriptor, 'MissingWidth') ?? 0;
  return (code) => listed(code) ?? other;
}
