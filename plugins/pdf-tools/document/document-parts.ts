import { type PDFContext, PDFDict, type PDFDocument, PDFHexString, type PDFObject, type PDFRef } from 'pdf-lib';
import type { PdfWarning } from '../contract.ts';
import { copyDestination, type Destinations } from './destinations.ts';
import { namedIn, nameTree } from './name-tree.ts';
import { lookupDict, lookupName, name } from './objects.ts';
import { type Bookmark, outlineOf, readBookmarks } from './outline.ts';
import { labelTree, type PageLabel, readLabels } from './page-labels.ts';

const KEPT_CATALOG = ['Lang', 'ViewerPreferences', 'PageLayout'].map(name);
const KEPT_INFO = ['Title', 'Author', 'Subject', 'Keywords'].map(name);
const BOOKMARK_ENTRIES = ['Title', 'C', 'F'].map(name);

/** Pages of a document that were taken into a new one in one go. */
export interface Taken {
  readonly document: PDFDocument;
  readonly destinations: Destinations;
  /** Of the new document. */
  readonly context: PDFContext;
  readonly copy: (object: PDFObject) => PDFObject;
  readonly indices: readonly number[];
  /** The first copy of each page. */
  readonly pages: ReadonlyMap<PDFRef, PDFRef>;
  /** Title of a bookmark that holds those of these pages. */
  readonly bookmark: string | undefined;
}

/** Takes over what belongs to documents rather than to pages: bookmarks, labels of pages, attached files, and what the first says of itself. */
export function keepDocumentParts(target: PDFDocument, taken: readonly Taken[]): void {
  const { catalog, context } = target;
  const outline = outlineOf(context, taken.flatMap(bookmarksOf));
  if (outline !== undefined) catalog.set(name('Outlines'), outline);
  const labels = labelsOf(taken);
  if (labels !== undefined) catalog.set(name('PageLabels'), labelTree(context, labels));
  const files = attachmentsOf(taken);
  if (files.size > 0) catalog.set(name('Names'), context.obj({ EmbeddedFiles: nameTree(context, files) }));
  const [first] = taken;
  if (first !== undefined) keepProperties(target, first);
}

/** What of a document does not come along with its pages. */
export function leftBehind({ catalog }: PDFDocument, isWhole: boolean): PdfWarning[] {
  const names = lookupDict(catalog, 'Names');
  const action = lookupDict(catalog, 'OpenAction');
  const hasScripts =
    names?.has(name('JavaScript')) === true ||
    catalog.has(name('AA')) ||
    (action !== undefined && lookupName(action, 'S') === 'JavaScript');
  const isTagged = lookupDict(catalog, 'StructTreeRoot') !== undefined;
  const lost = [
    hasScripts && 'Scripts of the document are missing.',
    isTagged && 'Tags for assistive software are missing.',
    !isWhole && names?.has(name('EmbeddedFiles')) === true && 'Attached files are missing, as they belong to the whole document.',
  ];
  return lost.filter((message) => message !== false).map((message) => ({ code: 'CONTENT_REMOVED', message }));
}

const isWholeOf = ({ document, indices }: Taken): boolean => new Set(indices).size === document.getPageCount();

function bookmarksOf(part: Taken): Bookmark[] {
  const kids = readBookmarks(part.document, (item) => bookmarkEntries(part, item));
  const [first] = part.pages.values();
  if (part.bookmark === undefined || first === undefined) return kids;
  const entries = new Map<string, PDFObject>([
    ['Title', PDFHexString.fromText(part.bookmark)],
    ['Dest', part.context.obj([first, name('Fit')])],
  ]);
  return [{ entries, isOpen: true, kids }];
}

/** Bookmarks of other things than pages, such as web addresses, come along with a whole document. */
function bookmarkEntries(part: Taken, item: PDFDict): ReadonlyMap<string, PDFObject> | undefined {
  const target = copyDestination(part.destinations.of(item), part.pages, part.copy, part.context);
  const action = item.get(name('A'));
  if (target === 'elsewhere') return undefined;
  const where = target !== undefined ? (['Dest', target] as const) : action !== undefined ? (['A', part.copy(action)] as const) : undefined;
  if (where === undefined || (target === undefined && !isWholeOf(part))) return undefined;
  const kept = BOOKMARK_ENTRIES.flatMap((key) => {
    const value = item.lookup(key);
    return value === undefined ? [] : [[key.decodeText(), part.copy(value)] as const];
  });
  return new Map([...kept, where]);
}

/** Undefined where no file has labels of its own; else pages of the others are numbered as they lie in the new document. */
function labelsOf(taken: readonly Taken[]): PageLabel[] | undefined {
  const read = taken.map(({ document, indices }) => ({ indices, labelOf: readLabels(document) }));
  if (read.every(({ labelOf }) => labelOf === undefined)) return undefined;
  const labels: PageLabel[] = [];
  for (const { indices, labelOf } of read)
    for (const index of indices) labels.push(labelOf?.(index) ?? { style: 'D', prefix: '', number: labels.length + 1 });
  return labels;
}

/** Attached files belong to a document, and come along with all of its pages; of one name, each gets its own. */
function attachmentsOf(taken: readonly Taken[]): ReadonlyMap<string, PDFObject> {
  const files = new Map<string, PDFObject>();
  for (const part of taken) {
    if (!isWholeOf(part)) continue;
    for (const [key, value] of namedIn(part.document, 'EmbeddedFiles')) {
      const copied = part.copy(value);
      let unique = key;
      for (let n = 2; files.has(unique) && files.get(unique) !== copied; n++) unique = `${key} (${String(n)})`;
      files.set(unique, copied);
    }
  }
  return files;
}

function keepProperties(target: PDFDocument, { document, copy }: Taken): void {
  for (const key of KEPT_CATALOG) {
    const value = document.catalog.get(key);
    if (value !== undefined) target.catalog.set(key, copy(value));
  }
  const info = document.context.lookup(document.context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) return;
  const kept = target.context.obj({});
  for (const key of KEPT_INFO) {
    const value = info.lookup(key);
    if (value !== undefined) kept.set(key, copy(value));
  }
  if (kept.keys().length > 0) target.context.trailerInfo.Info = target.context.register(kept);
}
