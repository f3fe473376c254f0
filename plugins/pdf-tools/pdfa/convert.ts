import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHeader, PDFHexString, PDFName, PDFRawStream, PDFString, type PDFRef } from 'pdf-lib';
import { type ChildInput, type ToolResult, Unconvertible } from '../child/protocol.ts';
import { openPdf } from '../document/open.ts';
import type { Glyph, Reader } from '../document/pdfium.ts';
import { srgbProfile } from './color-profile.ts';
import { type DocumentMetadata, pdfDate, PRODUCER, xmpPacket } from './metadata.ts';
import { selfCheck } from './self-check.ts';

const DPI = 200;
const MAX_PAGES = 200;
const MAX_GLYPHS = 60_000;
const MAX_CODES = 8000;
const TO_UNICODE_BLOCK = 100;

export interface PdfaOptions {
  readonly maxPages: number;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly now: string;
}

/**
 * PDF/A-1b (ISO 19005-1): each page becomes its picture with invisible text over it, which nothing of the original can
 * make invalid. The result is read back and compared with the original before it is called PDF/A.
 */
export async function convertToPdfa(input: ChildInput, options: PdfaOptions): Promise<ToolResult> {
  const { document, reader } = await openPdf(input, { maxPages: options.maxPages, writes: true });
  if (reader.pages > MAX_PAGES)
    throw new Unconvertible(`The document has ${String(reader.pages)} pages; at most ${String(MAX_PAGES)} can be converted.`);
  const metadata = metadataOf(document, options);
  const file = await build(reader, metadata);
  const problem = await selfCheck(file, reader, metadata);
  if (problem !== undefined) throw new Unconvertible(problem);
  return { files: [file], facts: { rasterized_pages: Array.from({ length: reader.pages }, (_, i) => i + 1) } };
}

function metadataOf(document: PDFDocument, { title, author, subject, now }: PdfaOptions): DocumentMetadata {
  const clean = (text: string | undefined): string | undefined => text?.replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ').trim() || undefined;
  return {
    title: clean(title ?? document.getTitle()) ?? 'Document',
    author: clean(author ?? document.getAuthor()),
    subject: clean(subject ?? document.getSubject()),
    keywords: clean(document.getKeywords()),
    creator: clean(document.getCreator()),
    createdAt: new Date(now),
    modifiedAt: new Date(now),
  };
}

async function build(reader: Reader, metadata: DocumentMetadata): Promise<Uint8Array> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const { context } = target;
  context.header = PDFHeader.forVersion(1, 4);
  const glyphs = Array.from({ length: reader.pages }, (_, i) => reader.glyphs(i, MAX_GLYPHS));
  const ids = codeIds(glyphs);
  const font = invisibleFont(target, ids);
  for (let i = 0; i < reader.pages; i++) addPage(target, reader, i, glyphs[i] ?? [], ids, font);
  addOutputIntent(target);
  addMetadata(target, metadata);
  return target.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

/** An id for each character, the same on all pages. */
function codeIds(pages: readonly (readonly Glyph[])[]): ReadonlyMap<number, number> {
  const ids = new Map<number, number>();
  for (const { code } of pages.flat()) if (!ids.has(code) && ids.size < MAX_CODES) ids.set(code, ids.size + 1);
  return ids;
}

/** A font without a file: allowed where text is only invisible (ISO 19005-1, 6.3.4). */
function invisibleFont(target: PDFDocument, ids: ReadonlyMap<number, number>): PDFRef {
  const { context } = target;
  const name = 'PlatenInvisible';
  const hex = (value: number): string => value.toString(16).padStart(4, '0').toUpperCase();
  const utf16 = (code: number): string => Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex').toUpperCase();
  const pairs = [...ids].map(([code, id]) => `<${hex(id)}> <${utf16(code)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < pairs.length; at += TO_UNICODE_BLOCK) {
    const block = pairs.slice(at, at + TO_UNICODE_BLOCK);
    blocks.push(`${String(block.length)} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [0, -200, 1000, 900],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      CIDToGIDMap: 'Identity',
      DW: 1000,
      FontDescriptor: descriptor,
    }),
  );
  const unicode = context.register(context.flateStream(toUnicode));
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    }),
  );
}

function addPage(
  target: PDFDocument,
  reader: Reader,
  index: number,
  glyphs: readonly Glyph[],
  ids: ReadonlyMap<number, number>,
  font: PDFRef,
): void {
  const { context } = target;
  const { width, height } = reader.size(index);
  const picture = reader.draw(index, DPI);
  const image = context.register(
    PDFRawStream.of(
      context.obj({
        Type: 'XObject',
        Subtype: 'Image',
        Width: picture.width,
        Height: picture.height,
        ColorSpace: 'DeviceRGB',
        BitsPerComponent: 8,
        Filter: 'FlateDecode',
        DecodeParms: { Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: picture.width },
      }),
      deflateSync(predictUp(picture.rgb, picture.width * 3)),
    ),
  );
  const place = (value: number): string => value.toFixed(3);
  const text = glyphs.flatMap((glyph, i) => {
    const { code, x, y, size } = glyph;
    const id = ids.get(code);
    if (id === undefined) return [];
    return [
      `${place(advanceOf(glyph, glyphs[i + 1]))} 0 0 ${place(size)} ${place(x)} ${place(y)} Tm <${id.toString(16).padStart(4, '0')}> Tj`,
    ];
  });
  const content = `q ${place(width)} 0 0 ${place(height)} 0 0 cm /Im0 Do Q${text.length === 0 ? '' : `\nBT 3 Tr /F0 1 Tf\n${text.join('\n')}\nET`}`;
  const page = target.addPage([width, height]);
  page.node.set(PDFName.of('Resources'), context.obj({ XObject: { Im0: image }, Font: { F0: font } }));
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
}

/** Up to the next character of the line, so that readers see words; else what the character itself takes. */
function advanceOf({ x, y, size, width }: Glyph, next: Glyph | undefined): number {
  const step = next === undefined ? 0 : next.x - x;
  if (next !== undefined && Math.abs(next.y - y) < size / 10 && step > 0 && step < size * 2) return step;
  return width > 0 ? width : size / 2;
}

/** PNG's predictor Up, which makes pages of text a tenth as large. */
function predictUp(rgb: Uint8Array, stride: number): Uint8Array {
  const rows = rgb.byteLength / stride;
  const out = new Uint8Array(rows * (stride + 1));
  for (let y = 0; y < rows; y++) {
    const to = y * (stride + 1);
    out[to] = 2;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : (rgb[(y - 1) * stride + x] ?? 0);
      out[to + 1 + x] = (rgb[y * stride + x] ?? 0) - above;
    }
  }
  return out;
}

function addOutputIntent(target: PDFDocument): void {
  const { context } = target;
  const profile = context.register(context.flateStream(srgbProfile(), { N: 3 }));
  const identifier = PDFString.of('sRGB IEC61966-2.1');
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: identifier,
    RegistryName: PDFString.of('http://www.color.org'),
    Info: identifier,
    DestOutputProfile: profile,
  });
  target.catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
}

function addMetadata(target: PDFDocument, metadata: DocumentMetadata): void {
  const { context, catalog } = target;
  const xmp = Buffer.from(xmpPacket(metadata), 'utf8');
  catalog.set(PDFName.of('Metadata'), context.register(context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' })));
  const { title, author, subject, keywords, creator, createdAt, modifiedAt } = metadata;
  const texts = { Title: title, Author: author, Subject: subject, Keywords: keywords, Creator: creator, Producer: PRODUCER };
  const info = context.obj({ CreationDate: PDFString.of(pdfDate(createdAt)), ModDate: PDFString.of(pdfDate(modifiedAt)) });
  for (const [key, text] of Object.entries(texts)) if (text !== undefined) info.set(PDFName.of(key), PDFHexString.fromText(text));
  context.trailerInfo.Info = context.register(info);
  const id = PDFHexString.of(createHash('md5').update(xmp).digest('hex').toUpperCase());
  context.trailerInfo.ID = context.obj([id, id]);
}
