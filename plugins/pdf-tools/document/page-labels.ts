import { PDFArray, type PDFContext, PDFDict, type PDFDocument, PDFHexString, PDFNumber, type PDFObject } from 'pdf-lib';
import { lookupDict, lookupName, lookupNumber, name } from './objects.ts';
import { textOf } from './text-string.ts';

const MAX_NODES = 10_000;

/** What a page is called (ISO 32000-1, 12.4.2). */
export interface PageLabel {
  /** D, R, r, A or a; undefined for a prefix alone. */
  readonly style: string | undefined;
  readonly prefix: string;
  readonly number: number;
}

interface Range {
  readonly from: number;
  readonly label: PageLabel;
}

/** The label of each page by its index; undefined for a document without labels. */
export function readLabels({ catalog, context }: PDFDocument): ((index: number) => PageLabel) | undefined {
  const root = lookupDict(catalog, 'PageLabels');
  if (root === undefined) return undefined;
  const ranges: Range[] = [];
  const open: (PDFObject | undefined)[] = [root];
  for (let nodes = 0; open.length > 0 && nodes < MAX_NODES; nodes++) {
    const node = context.lookup(open.pop());
    if (!(node instanceof PDFDict)) continue;
    const [kids, pairs] = [node.lookup(name('Kids')), node.lookup(name('Nums'))];
    if (kids instanceof PDFArray) open.push(...kids.asArray());
    if (!(pairs instanceof PDFArray)) continue;
    for (let i = 0; i + 1 < pairs.size(); i += 2) {
      const [from, label] = [pairs.lookup(i), pairs.lookup(i + 1)];
      if (!(from instanceof PDFNumber) || !(label instanceof PDFDict)) continue;
      const prefix = textOf(label.lookup(name('P'))) ?? '';
      ranges.push({ from: from.asNumber(), label: { style: lookupName(label, 'S'), prefix, number: lookupNumber(label, 'St') ?? 1 } });
    }
  }
  if (ranges.length === 0) return undefined;
  ranges.sort((a, b) => a.from - b.from);
  return (index) => {
    const range = ranges.findLast(({ from }) => from <= index);
    if (range === undefined) return { style: 'D', prefix: '', number: index + 1 };
    return { ...range.label, number: range.label.number + index - range.from };
  };
}

/** The labels of a document's pages, in their order, for its catalog. */
export function labelTree(context: PDFContext, labels: readonly PageLabel[]): PDFDict {
  const pairs: PDFObject[] = [];
  for (const [index, { style, prefix, number }] of labels.entries()) {
    const before = labels[index - 1];
    if (before?.style === style && before?.prefix === prefix && before.number + 1 === number) continue;
    const label = context.obj({ ...(style === undefined ? {} : { S: style }), St: Math.max(1, number) });
    if (prefix !== '') label.set(name('P'), PDFHexString.fromText(prefix));
    pairs.push(PDFNumber.of(index), label);
  }
  return context.obj({ Nums: pairs });
}
