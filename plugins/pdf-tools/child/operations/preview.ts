import { crc32, deflateSync } from 'node:zlib';
import { type ChildInput, Refused, type ToolResult } from '../protocol.ts';
import { refuseLargeForm } from '../../document/field-tree.ts';
import { openPdf } from '../../document/open.ts';
import { clarifyLayers } from '../../document/layers.ts';
import { type Picture, readerOf } from '../../document/pdfium.ts';
import { userUnitOf } from '../../document/page-box.ts';
import { savePdf } from '../../document/save.ts';
import { pageProblem } from './add-fields.ts';

const MAX_PIXELS = 40_000_000;
/** Of 16 steps, so that the highest stays white. */
const WHITE_STEP = 17;

export interface PreviewOptions {
  readonly maxPages: number;
  readonly page: number;
  readonly dpi: number;
  /** Fewer colours, for a smaller file. */
  readonly thumbnail?: boolean;
}

export async function preview(input: ChildInput, { maxPages, page, dpi, thumbnail = false }: PreviewOptions): Promise<ToolResult> {
  const { document, reader: opened } = await openPdf(input, { maxPages, writes: false });
  const wrong = pageProblem(opened.pages, page);
  if (wrong !== undefined) throw new Refused({ field: 'page', message: wrong });
  refuseLargeForm(document);
  const reader = clarifyLayers(document, [document.getPage(page)]) ? await readerOf(await savePdf(document)) : opened;
  const size = reader.size(page);
  // pdfium draws a unit as one point, whatever the page says.
  const resolution = dpi * userUnitOf(document.getPage(page));
  if (((size.width * resolution) / 72) * ((size.height * resolution) / 72) > MAX_PIXELS)
    throw new Refused({ field: 'dpi', message: 'makes a picture of more than 40 megapixels' });
  const picture = reader.draw(page, resolution, 'screen');
  if (thumbnail) for (const [i, value] of picture.rgb.entries()) picture.rgb[i] = (value >> 4) * WHITE_STEP;
  return { files: [encodePng(picture)], facts: { width: picture.width, height: picture.height } };
}

/** PNG (ISO 15948) of eight bits a channel, without filters. */
function encodePng({ width, height, rgb }: Picture): Uint8Array {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.byteLength + 8);
  whole.writeUInt32BE(data.byteLength, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.byteLength + 4);
  return whole;
}
