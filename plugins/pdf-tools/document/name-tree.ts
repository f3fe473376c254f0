import { PDFArray, PDFDict, PDFHexString, type PDFObject, PDFString } from 'pdf-lib';
import { name } from './objects.ts';

/** The entries of a name tree (ISO 32000-1, 7.9.6), whatever order its nodes are in; a node within itself is read once. */
export function nameTreeEntries(root: PDFDict): (readonly [key: string, value: PDFObject])[] {
  const found: (readonly [string, PDFObject])[] = [];
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
