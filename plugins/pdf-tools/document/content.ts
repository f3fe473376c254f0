import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { unpack } from './inflate.ts';
import { lookupDict, lookupName } from './objects.ts';

export type Mentioned = ReadonlySet<string>;

const LINE_END = Buffer.from('\n');
const NAME = /\/([^\s/()<>[\]{}%]+)/g;

/** What a page's content is made of, in order; something else than a stream where the file is wrong. */
export function contentStreams(page: PDFDict): (PDFObject | undefined)[] {
  const contents = page.lookup(PDFName.of('Contents'));
  return contents instanceof PDFArray ? contents.asArray().map((item) => page.context.lookup(item)) : [contents];
}

/** A page's content in one piece; undefined where some of it cannot be unpacked. */
export function pageContent(page: PDFDict): Buffer | undefined {
  const parts: Uint8Array[] = [];
  for (const stream of contentStreams(page)) {
    if (stream === undefined) continue;
    const part = stream instanceof PDFStream ? unpack(stream) : undefined;
    if (part === undefined) return undefined;
    parts.push(part, LINE_END);
  }
  return Buffer.concat(parts);
}

/**
 * Every name that a page's content mentions, and those of forms that are not in resources of their own, which use the page's.
 * Undefined when some of it cannot be read: then all must be kept.
 */
export function mentionedNames(page: PDFDict, resources: PDFDict): Mentioned | undefined {
  const names = new Set<string>();
  for (const stream of contentStreams(page)) {
    if (stream === undefined) continue;
    if (!(stream instanceof PDFStream) || !collect(stream, names)) return undefined;
  }
  const seen = new Set<PDFStream>();
  // A form that is drawn within another may have none of its own either, and mention what lets a further one be drawn.
  for (let before = -1; before < names.size + seen.size;) {
    before = names.size + seen.size;
    for (const form of formsOf(resources, (key) => names.has(key))) {
      if (!collectForm(form, names, seen)) return undefined;
    }
    for (const glyph of glyphsOf(resources, (key) => names.has(key))) {
      if (!collectForm(glyph, names, seen)) return undefined;
    }
  }
  return names;
}

/** What fonts of Type 3 draw that have no resources of their own, and so use the page's (ISO 32000-1, 9.6.5). */
function glyphsOf(resources: PDFDict, isUsed: (key: string) => boolean): PDFStream[] {
  const fonts = lookupDict(resources, 'Font');
  return (fonts?.keys() ?? []).flatMap((key) => {
    const font = isUsed(key.decodeText()) && fonts !== undefined ? lookupDict(fonts, key.decodeText()) : undefined;
    if (font === undefined || lookupName(font, 'Subtype') !== 'Type3' || lookupDict(font, 'Resources') !== undefined) return [];
    const procedures = lookupDict(font, 'CharProcs');
    return (procedures?.keys() ?? []).flatMap((glyph) => {
      const stream = procedures?.lookup(glyph);
      return stream instanceof PDFStream ? [stream] : [];
    });
  });
}

function formsOf(resources: PDFDict, isUsed: (key: string) => boolean): PDFStream[] {
  const objects = lookupDict(resources, 'XObject');
  return (objects?.entries() ?? []).flatMap(([key]) => {
    const form = objects?.lookup(key);
    return form instanceof PDFStream && isUsed(key.decodeText()) && lookupName(form.dict, 'Subtype') === 'Form' ? [form] : [];
  });
}

/** Names that a form mentions, and forms within it, and that are not in resources of its own: some viewers then look into the page's. */
function collectForm(outer: PDFStream, names: Set<string>, seen: Set<PDFStream>): boolean {
  const open = [outer];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    if (seen.has(form)) continue;
    seen.add(form);
    const mentioned = new Set<string>();
    if (!collect(form, mentioned)) return false;
    const own = lookupDict(form.dict, 'Resources');
    if (own !== undefined) open.push(...formsOf(own, () => true));
    const isOwn = (found: string): boolean =>
      own?.keys().some((kind) => lookupDict(own, kind.decodeText())?.has(PDFName.of(found))) === true;
    for (const found of mentioned) if (!isOwn(found)) names.add(found);
  }
  return true;
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
