import { PDFArray, type PDFContext, PDFDict, type PDFDocument, PDFHexString, type PDFObject, PDFString } from 'pdf-lib';
import { lookupDict, name } from './objects.ts';

type Entry = readonly [key: string, value: PDFObject];

/** What a document has under names: its attached files or its destinations. */
export function namedIn({ catalog }: PDFDocument, what: 'EmbeddedFiles' | 'Dests'): Entry[] {
  const names = lookupDict(catalog, 'Names');
  const root = names === undefined ? undefined : lookupDict(names, what);
  return root === undefined ? [] : nameTreeEntries(root);
}

/** A name tree of one node, in the order that the standard asks for. */
export const nameTree = (context: PDFContext, entries: Iterable<Entry>): PDFDict =>
  context.obj({
    Names: [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flatMap(([key, value]) => [PDFHexString.fromText(key), value]),
  });

/** The entries of a name tree (ISO 32000-1, 7.9.6), whatever order its nodes are in; a node within itself is read once. */
function nameTreeEntries(root: PDFDict): Entry[] {
  const found: Entry[] = [];
  const open: PDFObject[] = [root];
  const seen = new Set<PDFObject>();
  while (open.length > 0) {
    const node = root.context.lookup(open.pop());
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const kids = node.lookup(name('Kids'));
    if (kids instanceof PDFArray) open.push(...kids.asArray());
    const pairs = node.lookup(name('Names'));
    if (!(pairs instanceof PDFArray)) continue;
    for (let i = 0; i + 1 < pairs.size(); i += 2) {
      const key = pairs.lookup(i);
      if (key instanceof PDFString || key instanceof PDFHexString) found.push([key.decodeText(), pairs.get(i + 1)]);
    }
  }
  return found;
}
