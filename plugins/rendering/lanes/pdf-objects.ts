/**
 * Pages of a PDF that Chromium made, by the way ISO 32000-1 prescribes: startxref → trailer → Root → Pages → Count.
 * Searching for the largest /Count would be wrong with an outline, and a title may contain that text.
 */
export function countPages(pdf: Buffer): number {
  const { at, trailer } = openPrinted(pdf);
  const root = objectText(pdf, at, referenceIn(trailer, 'Root'));
  const pages = objectText(pdf, at, referenceIn(root, 'Pages'));
  const count = Number(/\/Count\s+(\d+)/.exec(pages)?.[1]);
  if (!Number.isInteger(count)) throw new Error('the printed PDF has no readable page tree');
  return count;
}

/** Numbers, from 1, of the pages of a PDF that Chromium made whose content has no operator. */
export function emptyPages(pdf: Buffer): number[] {
  const { at, trailer } = openPrinted(pdf);
  const empty: number[] = [];
  let page = 0;
  const visit = (object: number): void => {
    const text = objectText(pdf, at, object);
    const [, kids] = /\/Kids\s*\[([^\]]*)\]/.exec(text) ?? [];
    if (kids !== undefined) {
      for (const [, kid] of kids.matchAll(/(\d+)\s+0\s+R/g)) visit(Number(kid));
      return;
    }
    page++;
    const start = at(referenceIn(text, 'Contents'));
    if (EMPTY_STREAM.test(pdf.subarray(start, start + 64).toString('latin1'))) empty.push(page);
  };
  visit(referenceIn(objectText(pdf, at, referenceIn(trailer, 'Root')), 'Pages'));
  return empty;
}

const EMPTY_STREAM = /^\d+ 0 obj\s*<<\s*\/Length 0\s*>>/;

/** The information dictionary of a PDF that Chromium made, as text. */
export function infoOf(pdf: Buffer): string {
  const { at, trailer } = openPrinted(pdf);
  return objectText(pdf, at, referenceIn(trailer, 'Info'));
}

const referenceIn = (text: string, key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)\\s+0\\s+R`).exec(text)?.[1]);

function openPrinted(pdf: Buffer): { readonly at: XrefTable['at']; readonly trailer: string } {
  const tail = pdf.subarray(Math.max(0, pdf.byteLength - 64)).toString('latin1');
  const { at, trailerAt } = readXrefTable(pdf, Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]));
  return { at, trailer: pdf.subarray(trailerAt, trailerAt + 2048).toString('latin1') };
}

interface XrefTable {
  at(object: number): number;
  readonly trailerAt: number;
}

/** One section whose entries have the fixed 20 bytes of ISO 32000-1, 7.5.4. */
function readXrefTable(pdf: Buffer, offset: number): XrefTable {
  const head = /^xref\s+(\d+)\s+(\d+)\s*?\r?\n/.exec(pdf.subarray(offset, offset + 64).toString('latin1'));
  if (head === null) throw new Error('the printed PDF has no cross-reference table');
  const first = Number(head[1]);
  const count = Number(head[2]);
  const entries = offset + head[0].length;
  return {
    at: (object) => Number(pdf.subarray(entries + (object - first) * 20, entries + (object - first) * 20 + 10).toString('latin1')),
    trailerAt: entries + count * 20,
  };
}

function objectText(pdf: Buffer, at: (object: number) => number, object: number): string {
  const start = at(object);
  const end = pdf.indexOf('endobj', start);
  return pdf.subarray(start, end === -1 ? start + 4096 : end).toString('latin1');
}
