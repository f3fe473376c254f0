import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from 'pdf-lib';
import { name } from './objects.ts';
import { damaged } from './prescan.ts';

/**
 * Walks the page tree, without recursion: a node met twice would make every walk after this one endless. The library takes for pages, and
 * for nodes above them, only objects that say that they are; from then on it takes what the tree has in their places, as viewers do.
 * @returns how many pages there are; undefined for a tree that leads nowhere, or has more than `most`
 * @throws Refused when a node is met twice
 */
export function readPageTree(document: PDFDocument, most: number): number | undefined {
  const { context } = document;
  const catalog = catalogOf(document);
  const root = refTo(context, catalog?.get(name('Pages')));
  if (catalog === undefined || root === undefined) return undefined;
  const isPage = lookupKids(context, root) === undefined;
  catalog.set(name('Pages'), isPage ? context.register(context.obj({ Type: 'Pages', Kids: [root], Count: 1 })) : root);
  const seen = new Set<PDFRef>();
  const open: (PDFRef | undefined)[] = [catalog.get(name('Pages')) as PDFRef];
  let pages = 0;
  while (open.length > 0) {
    const ref = open.pop();
    const node = ref === undefined ? undefined : context.lookup(ref);
    if (ref === undefined || !(node instanceof PDFDict)) return undefined;
    if (seen.has(ref)) throw damaged();
    seen.add(ref);
    const kids = lookupKids(context, ref);
    if (kids === undefined) {
      if (++pages > most) return undefined;
      if (!(node instanceof PDFPageLeaf)) context.assign(ref, PDFPageLeaf.fromMapWithContext(entriesOf(node, 'Page'), context));
      continue;
    }
    if (!(node instanceof PDFPageTree)) context.assign(ref, PDFPageTree.fromMapWithContext(entriesOf(node, 'Pages'), context));
    for (let i = 0; i < kids.size(); i++) {
      const kid = refTo(context, kids.get(i));
      if (kid !== undefined) kids.set(i, kid);
      open.push(kid);
    }
  }
  return pages;
}

function catalogOf(document: PDFDocument): PDFCatalog | undefined {
  if (document.catalog instanceof PDFCatalog) return document.catalog;
  const { context } = document;
  const { Root } = context.trailerInfo;
  const root = context.lookup(Root);
  if (!(root instanceof PDFDict) || !(Root instanceof PDFRef)) return undefined;
  const catalog = PDFCatalog.fromMapWithContext(entriesOf(root, 'Catalog'), context);
  context.assign(Root, catalog);
  return Object.assign(document, { catalog }).catalog;
}

const lookupKids = (context: PDFContext, ref: PDFRef): PDFArray | undefined => {
  const node = context.lookup(ref);
  const kids = node instanceof PDFDict ? node.lookup(name('Kids')) : undefined;
  return kids instanceof PDFArray ? kids : undefined;
};

const entriesOf = (dict: PDFDict, type: string): Map<ReturnType<typeof name>, PDFObject> =>
  new Map([...dict.entries(), [name('Type'), name(type)]]);

/** What stands within another object becomes an object of its own. */
const refTo = (context: PDFContext, object: PDFObject | undefined): PDFRef | undefined =>
  object instanceof PDFRef ? object : object instanceof PDFDict ? context.register(object) : undefined;
