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

export const isTrue = (object: PDFObject | undefined): boolean => object === PDFBool.True;

/** Quarter turns clockwise: 0, 90, 180 or 270. */
export const turnOf = (angle: number): number => ((angle % 360) + 360) % 360;
