import { type PDFContext, PDFDict, type PDFDocument, PDFHexString, type PDFObject, type PDFRef } from 'pdf-lib';
import { lookupDict, lookupNumber, name } from './objects.ts';

const MAX_ITEMS = 20_000;
const MAX_DEPTH = 64;

/** An entry of an outline (ISO 32000-1, 12.3.3): what readers call a bookmark. */
export interface Bookmark {
  /** Title, destination or action, colour and style, of the document that they are for. */
  readonly entries: ReadonlyMap<string, PDFObject>;
  readonly isOpen: boolean;
  readonly kids: readonly Bookmark[];
}

/** How an entry is taken over; undefined for one that leads to nothing that comes along. */
export type CopyBookmark = (item: PDFDict) => ReadonlyMap<string, PDFObject> | undefined;

/** The entries of a document's outline. One that leads nowhere stays, without a destination, where one below it leads somewhere. */
export function readBookmarks({ catalog, context }: PDFDocument, copy: CopyBookmark): Bookmark[] {
  const seen = new Set<PDFDict>();
  const readLevel = (parent: PDFDict, depth: number): Bookmark[] => {
    const found: Bookmark[] = [];
    let item = context.lookup(parent.get(name('First')));
    while (item instanceof PDFDict && !seen.has(item) && seen.size < MAX_ITEMS) {
      seen.add(item);
      const kids = depth < MAX_DEPTH ? readLevel(item, depth + 1) : [];
      const entries = copy(item) ?? (kids.length > 0 ? titleOf(item) : undefined);
      if (entries !== undefined) found.push({ entries, isOpen: (lookupNumber(item, 'Count') ?? 0) > 0, kids });
      item = context.lookup(item.get(name('Next')));
    }
    return found;
  };
  const root = lookupDict(catalog, 'Outlines');
  return root === undefined ? [] : readLevel(root, 0);
}

const titleOf = (item: PDFDict): ReadonlyMap<string, PDFObject> =>
  new Map([['Title', item.lookup(name('Title')) ?? PDFHexString.fromText('')]]);

/** The outline of a document, for its catalog; undefined for none. */
export function outlineOf(context: PDFContext, bookmarks: readonly Bookmark[]): PDFRef | undefined {
  if (bookmarks.length === 0) return undefined;
  const write = (items: readonly Bookmark[], parent: PDFDict, parentRef: PDFRef): number => {
    const refs = items.map(() => context.nextRef());
    let shown = items.length;
    for (const [i, { entries, isOpen, kids }] of items.entries()) {
      const ref = refs[i];
      if (ref === undefined) continue;
      const item = context.obj({});
      for (const [key, value] of entries) item.set(name(key), value);
      item.set(name('Parent'), parentRef);
      const [before, after] = [refs[i - 1], refs[i + 1]];
      if (before !== undefined) item.set(name('Prev'), before);
      if (after !== undefined) item.set(name('Next'), after);
      if (kids.length > 0) {
        const below = write(kids, item, ref);
        item.set(name('Count'), context.obj(isOpen ? below : -below));
        if (isOpen) shown += below;
      }
      context.assign(ref, item);
    }
    const [first, last] = [refs[0], refs.at(-1)];
    if (first !== undefined && last !== undefined) {
      parent.set(name('First'), first);
      parent.set(name('Last'), last);
    }
    return shown;
  };
  const root = context.obj({ Type: 'Outlines' });
  const ref = context.nextRef();
  root.set(name('Count'), context.obj(write(bookmarks, root, ref)));
  context.assign(ref, root);
  return ref;
}
