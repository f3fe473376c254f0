import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, type PDFDocument, type PDFPage, PDFRawStream } from 'pdf-lib';
import { removeBorder } from '../document/annotation-border.ts';
import { lookupName, name, turnOf } from '../document/objects.ts';
import { drawableDpi, type Glyph, type Picture, type Reader } from '../document/pdfium.ts';
import type { InvisibleFont } from './invisible-font.ts';

const DPI = 200;
const MAX_COORDINATE = 30_000;
/** What a page may have beside its picture. */
const KEPT = new Set(['Type', 'Parent', 'MediaBox', 'CropBox', 'Rotate', 'Annots', 'Tabs']);

/** Puts the picture of a page in the place of its content, with its text over it, invisible; links stay. */
export function toBitmap(document: PDFDocument, index: number, reader: Reader, glyphs: readonly Glyph[], font: InvisibleFont): void {
  const { context } = document;
  const page = document.getPage(index);
  const { node } = page;
  const resources = { XObject: { Im0: context.register(image(document, drawn(reader, index))) }, Font: { F0: font.ref } };
  const content = `${placement(page)}\n${invisibleText(glyphs, font)}`;
  const [media, crop, turn] = [page.getMediaBox(), page.getCropBox(), page.getRotation().angle];
  for (const key of node.keys()) if (!KEPT.has(key.decodeText())) node.delete(key);
  node.set(name('MediaBox'), context.obj([media.x, media.y, media.x + media.width, media.y + media.height]));
  node.set(name('CropBox'), context.obj([crop.x, crop.y, crop.x + crop.width, crop.y + crop.height]));
  node.set(name('Rotate'), context.obj(turnOf(turn)));
  node.set(name('Resources'), context.obj(resources));
  node.set(name('Contents'), context.register(context.flateStream(content)));
  keepLinks(page);
}

function drawn(reader: Reader, index: number): Picture {
  return reader.draw(index, drawableDpi(reader.size(index), DPI), 'screen');
}

/** In shades of gray where it has no other colours, which is a third of the bytes. */
function image({ context }: PDFDocument, { width, height, rgb }: Picture): PDFRawStream {
  const gray = grayOf(rgb);
  const [pixels, colors] = gray === undefined ? [rgb, 3] : [gray, 1];
  const entries = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: gray === undefined ? 'DeviceRGB' : 'DeviceGray',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: 8, Columns: width },
  };
  return PDFRawStream.of(context.obj(entries), deflateSync(predictUp(pixels, width * colors)));
}

function grayOf(rgb: Uint8Array): Uint8Array | undefined {
  const gray = new Uint8Array(rgb.length / 3);
  for (let i = 0, from = 0; i < gray.length; i++, from += 3) {
    const [red, green, blue] = [rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0];
    if (red !== green || green !== blue) return undefined;
    gray[i] = red;
  }
  return gray;
}

/** The picture is upright, as a reader sees the page; the page is not, when it is turned. */
function placement(page: PDFPage): string {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const [x0, y0] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const [x1, y1] = [Math.min(media.x + media.width, crop.x + crop.width), Math.min(media.y + media.height, crop.y + crop.height)];
  const [w, h] = [x1 - x0, y1 - y0];
  const matrices: Readonly<Record<number, readonly number[]>> = {
    0: [w, 0, 0, h, x0, y0],
    90: [0, h, -w, 0, x1, y0],
    180: [-w, 0, 0, -h, x1, y1],
    270: [0, -h, w, 0, x0, y1],
  };
  return `q ${(matrices[turnOf(page.getRotation().angle)] ?? []).map(fixed).join(' ')} cm /Im0 Do Q`;
}

const fixed = (value: number): string => value.toFixed(3);

/** Lines of text, each glyph where it was. */
function invisibleText(glyphs: readonly Glyph[], font: InvisibleFont): string {
  const shown: string[] = [];
  for (let i = 0; i < glyphs.length;) {
    const first = glyphs[i] as Glyph;
    const items: string[] = [];
    let late = 0;
    for (let more = true; more; i++) {
      const glyph = glyphs[i] as Glyph;
      const step = stepTo(glyph, glyphs[i + 1], first);
      const advance = step ?? (glyph.width > 0 ? glyph.width : first.size / 2);
      const code = font.encode(glyph.code, (advance * 1000) / first.size);
      late += (advance * 1000) / first.size - (code?.width ?? 0);
      if (code !== undefined) items.push(`<${code.hex}>`);
      if (Math.abs(late) >= 1) {
        items.push(fixed(-late));
        late = 0;
      }
      more = step !== undefined;
    }
    const { x, y, size, angle } = first;
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size];
    const matrix = [cos, sin, -sin, cos, x, y];
    if (matrix.every((value) => Math.abs(value) < MAX_COORDINATE)) shown.push(`${matrix.map(fixed).join(' ')} Tm [${items.join(' ')}] TJ`);
  }
  return shown.length === 0 ? '' : `BT 3 Tr /F0 1 Tf\n${shown.join('\n')}\nET`;
}

/** How far it is to the next character of the same line; undefined when that is on another. */
function stepTo({ x, y }: Glyph, next: Glyph | undefined, { size, angle }: Glyph): number | undefined {
  if (next === undefined || next.angle !== angle) return undefined;
  const [dx, dy] = [next.x - x, next.y - y];
  const [along, across] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
  return Math.abs(across) < size / 10 && along > 0 && along < size * 3 ? along : undefined;
}

function keepLinks({ node }: PDFPage): void {
  const list = node.lookup(name('Annots'));
  if (!(list instanceof PDFArray)) return;
  const links = list.asArray().filter((entry) => {
    const annotation = node.context.lookup(entry);
    if (!(annotation instanceof PDFDict) || lookupName(annotation, 'Subtype') !== 'Link') return false;
    removeBorder(annotation); // the picture shows it already
    return true;
  });
  node.set(name('Annots'), node.context.obj(links));
}

/** PNG's predictor Up, which makes pages of text a tenth as large. */
function predictUp(pixels: Uint8Array, stride: number): Uint8Array {
  const rows = pixels.byteLength / stride;
  const out = new Uint8Array(rows * (stride + 1));
  for (let y = 0; y < rows; y++) {
    const to = y * (stride + 1);
    out[to] = 2;
    for (let x = 0; x < stride; x++) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0);
      out[to + 1 + x] = (pixels[y * stride + x] ?? 0) - above;
    }
  }
  return out;
}
