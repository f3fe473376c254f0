import { PDFArray, type PDFContext, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import { namedIn } from './name-tree.ts';
import { lookupName, name } from './objects.ts';

/** Where links and bookmarks of a document lead (ISO 32000-1, 12.3.2). */
export class Destinations {
  readonly #document: PDFDocument;
  #named: ReadonlyMap<string, PDFObject> | undefined;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** What a link or bookmark leads to within the document: a page and a place on it. */
  of(item: PDFDict): PDFArray | 'nowhere' | undefined {
    const { context } = this.#document;
    const action = context.lookup(item.get(name('A')));
    const isGoTo = action instanceof PDFDict && lookupName(action, 'S') === 'GoTo';
    const given = item.get(name('Dest')) ?? (isGoTo ? action.get(name('D')) : undefined);
    return given === undefined ? undefined : (this.#resolve(context.lookup(given), 0) ?? 'nowhere');
  }

  #resolve(given: PDFObject | undefined, depth: number): PDFArray | undefined {
    const { context } = this.#document;
    if (given instanceof PDFArray) return given;
    if (depth > MAX_DEPTH) return undefined;
    if (given instanceof PDFDict) return this.#resolve(context.lookup(given.get(name('D'))), depth + 1);
    if (!(given instanceof PDFName || given instanceof PDFString || given instanceof PDFHexString)) return undefined;
    this.#named ??= namedDestinations(this.#document);
    return this.#resolve(context.lookup(this.#named.get(given.decodeText())), depth + 1);
  }
}

/** A destination in a new document; `elsewhere` when its page did not come along, undefined for what has none. */
export function copyDestination(
  destination: PDFArray | 'nowhere' | undefined,
  pages: ReadonlyMap<PDFRef, PDFRef>,
  copy: (object: PDFObject) => PDFObject,
  context: PDFContext,
): PDFArray | 'elsewhere' | undefined {
  if (destination === undefined) return undefined;
  if (destination === 'nowhere') return 'elsewhere';
  const [page, ...rest] = destination.asArray();
  const copied = page instanceof PDFRef ? pages.get(page) : undefined;
  if (copied === undefined) return 'elsewhere';
  return context.obj([copied, ...rest.map(copy)]);
}

/** A name may lead to a dictionary that leads to an array, and no further. */
const MAX_DEPTH = 4;

function namedDestinations(document: PDFDocument): Map<string, PDFObject> {
  const found = new Map<string, PDFObject>();
  const old = document.catalog.lookup(name('Dests'));
  if (old instanceof PDFDict) for (const [key, value] of old.entries()) found.set(key.decodeText(), value);
  for (const [key, value] of namedIn(document, 'Dests')) found.set(key, value);
  return found;
}
