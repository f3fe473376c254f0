import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream, type PDFContext } from 'pdf-lib';

export const name = (text: string): PDFName => PDFName.of(text);

/** What a reference leads to; the object itself otherwise. */
export const resolve = (context: PDFContext, object: PDFObject | undefined): PDFObject | undefined =>
  object instanceof PDFRef ? context.lookup(object) : object;

/** The dictionary of a dictionary or stream. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : undefined;
}

export const lookupDict = (dict: PDFDict, key: string): PDFDict | undefined => dictOf(dict.lookup(name(key)));

export function lookupName(dict: PDFDict, key: string): string | undefined {
  const found = dict.lookup(name(key));
  return found instanceof PDFName ? found.decodeText() : undefined;
}

export function lookupNumber(dict: PDFDict, key: string): number | undefined {
  const found = dict.lookup(name(key));
  return found instanceof PDFNumber ? found.asNumber() : undefined;
}

export function lookupArray(dict: PDFDict, key: string): PDFArray | undefined {
  const found = dict.lookup(name(key));
  return found instanceof PDFArray ? found : undefined;
}

const MAX_PARENTS = 64;

/** An entry of a field or of a widget, which a field above may have in its place (ISO 32000-1, 12.7.3.1). */
export function inherited(dict: PDFDict, key: string): PDFObject | undefined {
  let node: PDFDict | undefined = dict;
  for (let up = 0; node !== undefined && up < MAX_PARENTS; up++) {
    const value = node.lookup(name(key));
    if (value !== undefined) return value;
    node = lookupDict(node, 'Parent');
  }
  return undefined;
}

/** What an array has, when that is numbers and nothing else. */
export function numbersOf(object: PDFObject | undefined): readonly number[] | undefined {
  if (!(object instanceof PDFArray)) return undefined;
  const numbers = Array.from({ length: object.size() }, (_, i) => {
    const item = object.lookup(i);
    return item instanceof PDFNumber ? item.asNumber() : NaN;
  });
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

export const isTrue = (object: PDFObject | undefined): boolean => object === PDFBool.True;

/** Quarter turns clockwise: 0, 90, 180 or 270. */
export const turnOf = (angle: number): number => ((angle % 360) + 360) % 360;
