import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { unpack } from './inflate.ts';

export type Mentioned = ReadonlySet<string>;

const NAME = /\/([^\s/()<>[\]{}%]+)/g;

/** What a page's content is made of, in order; something else than a stream where the file is wrong. */
export function contentStreams(page: PDFDict): (PDFObject | undefined)[] {
  const contents = page.lookup(PDFName.of('Contents'));
  return contents instanceof PDFArray ? contents.asArray().map((item) => page.context.lookup(item)) : [contents];
}

/**
 * Every name that a page's content mentions, and those of forms without resources of their own, which use the page's.
 * Undefined when some of it cannot be read: then all must be kept.
 */
export function mentionedNames(document: PDFDocument, page: PDFDict, resources: PDFDict): Mentioned | undefined {
  const names = new Set<string>();
  const { context } = document;
  for (const stream of contentStreams(page)) {
    if (stream === undefined) continue;
    if (!(stream instanceof PDFStream) || !collect(stream, names)) return undefined;
  }
  const objects = context.lookup(resources.get(PDFName.of('XObject')));
  if (!(objects instanceof PDFDict)) return names;
  for (const [key, value] of objects.entries()) {
    const form = context.lookup(value);
    if (!(form instanceof PDFStream) || !names.has(key.decodeText())) continue;
    if (form.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Form') || form.dict.has(PDFName.of('Resources'))) continue;
    if (!collect(form, names)) return undefined;
  }
  return names;
}

/** Names within strings or inline images only make the set larger. */
function collect(stream: PDFStream, names: Set<string>): boolean {
  const bytes = unpack(stream);
  if (bytes === undefined) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const [, found = ''] of text.matchAll(NAME))
    names.add(found.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))));
  return true;
}
