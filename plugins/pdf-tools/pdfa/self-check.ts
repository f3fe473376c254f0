import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from 'pdf-lib';
import { openReader, type Picture, type Reader } from '../document/pdfium.ts';
import { type DocumentMetadata, xmpPacket } from './metadata.ts';

const DPI = 72;
const BLOCK = 6;
const DIFFERS = 40;
const INKED = 235;
const MAX_SHARE = 0.05;
const MAX_SIZE_CHANGE = 1;

/**
 * What is wrong with a converted file, as far as this can be told from its bytes: the structure this converter writes,
 * metadata, page sizes and looks. Undefined when it may be called PDF/A-1b.
 */
export async function selfCheck(file: Uint8Array, original: Reader, metadata: DocumentMetadata): Promise<string | undefined> {
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1');
  if (!text.startsWith('%PDF-1.4')) return '6.1.2: the header is not that of PDF 1.4';
  if (/\/ObjStm\b|\/XRef\b/.test(text)) return '6.1.4: the cross-reference table is compressed';
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const structure = checkObjects(document);
  if (structure !== undefined) return structure;
  if (document.context.trailerInfo.ID === undefined) return '6.1.3: the file has no identifier';
  const stream = document.catalog.lookup(PDFName.of('Metadata'));
  const written = stream instanceof PDFStream ? Buffer.from(stream.getContents()).toString('utf8') : '';
  if (written !== xmpPacket(metadata)) return '6.7.2: the metadata is not what was written';
  if ((document.getTitle() ?? '') !== metadata.title) return '6.7.3: document information and metadata differ';

  const reader = await openReader(file);
  if (reader === undefined || reader.pages !== original.pages) return 'The number of pages changed.';
  try {
    for (let page = 0; page < reader.pages; page++) {
      const [before, after] = [original.size(page), reader.size(page)];
      if (Math.abs(before.width - after.width) > MAX_SIZE_CHANGE || Math.abs(before.height - after.height) > MAX_SIZE_CHANGE) {
        return `The size of page ${String(page + 1)} changed.`;
      }
      if (differingShare(original.draw(page, DPI), reader.draw(page, DPI)) > MAX_SHARE)
        return `Page ${String(page + 1)} does not look as before.`;
    }
  } finally {
    reader.close();
  }
  return undefined;
}

const ALLOWED_STREAMS = new Set(['Image', 'XML']);
const FORBIDDEN = [
  'SMask',
  'JavaScript',
  'JS',
  'AA',
  'OpenAction',
  'EmbeddedFiles',
  'AcroForm',
  'Encrypt',
  'OCProperties',
  'Interpolate',
  'Group',
];

function checkObjects(document: PDFDocument): string | undefined {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const key of FORBIDDEN) if (dict.has(PDFName.of(key))) return `6.4: an object has the entry ${key}`;
    const subtype = object instanceof PDFStream ? dict.lookup(PDFName.of('Subtype')) : undefined;
    if (subtype instanceof PDFName && !ALLOWED_STREAMS.has(subtype.decodeText()))
      return `6.2: an object of the kind ${subtype.decodeText()}`;
    if (subtype === PDFName.of('Image') && dict.lookup(PDFName.of('ColorSpace')) !== PDFName.of('DeviceRGB'))
      return '6.2.3: an image in another colour space';
  }
  const intents = document.catalog.lookup(PDFName.of('OutputIntents'));
  return intents instanceof PDFArray && intents.size() === 1 ? undefined : '6.2.2: there is no output intent';
}

/** Share of the inked blocks of 6 × 6 pixels whose mean colour differs. */
function differingShare(before: Picture, after: Picture): number {
  const [a, b] = [blocksOf(before), blocksOf(after)];
  let inked = 0;
  let differing = 0;
  for (const [key, colour] of a) {
    const other = b.get(key) ?? [255, 255, 255];
    if ([...colour, ...other].some((channel) => channel < INKED)) inked++;
    else continue;
    if (colour.some((channel, i) => Math.abs(channel - (other[i] ?? 255)) > DIFFERS)) differing++;
  }
  return inked === 0 ? 0 : differing / inked;
}

function blocksOf({ width, height, rgb }: Picture): Map<string, number[]> {
  const blocks = new Map<string, number[]>();
  for (let y = 0; y + BLOCK <= height; y += BLOCK) {
    for (let x = 0; x + BLOCK <= width; x += BLOCK) {
      const sum = [0, 0, 0];
      for (let dy = 0; dy < BLOCK; dy++) {
        for (let dx = 0; dx < BLOCK; dx++) {
          const at = ((y + dy) * width + x + dx) * 3;
          for (let channel = 0; channel < 3; channel++) sum[channel] = (sum[channel] ?? 0) + (rgb[at + channel] ?? 0);
        }
      }
      blocks.set(
        `${String(x)} ${String(y)}`,
        sum.map((value) => value / (BLOCK * BLOCK)),
      );
    }
  }
  return blocks;
}
