import type { PDFDocument, PDFRef } from 'pdf-lib';
import type { PdfWarning } from '../../contract.ts';
import { type ChildInput, type Parent, Refused, type ToolResult } from '../protocol.ts';
import { type FontLibrary, Fonts } from '../../document/fonts.ts';
import { refuseLargeForm } from '../../document/field-tree.ts';
import { openPdf, refuseSigned } from '../../document/open.ts';
import { overlay } from '../../document/overlay.ts';
import { visibleBox } from '../../document/page-box.ts';
import { drawableDpi, openReader, type Reader } from '../../document/pdfium.ts';
import { embedPicture } from '../../document/picture.ts';
import { dropClaims, savePdf } from '../../document/save.ts';
import { isRange, rangeMessage } from './page-ranges.ts';

export interface WatermarkOptions {
  readonly maxPages: number;
  readonly text?: string | undefined;
  /** PNG or JPEG. */
  readonly image?: Uint8Array | undefined;
  readonly opacity: number;
  /** Degrees, counter-clockwise. */
  readonly rotation: number;
  readonly font_size?: number | undefined;
  /** `#rrggbb` */
  readonly color: string;
  readonly layer: 'over' | 'under';
  readonly pages?: readonly (readonly number[])[] | undefined;
}

/** The mark may take so much of the page's diagonal, or of its smaller side, and of both sides in any direction. */
const TEXT_SHARE = 0.6;
const IMAGE_SHARE = 0.5;
const MOST_OF_PAGE = 0.9;
/** Pages that are drawn to see whether a mark under their content shows. */
const MAX_LOOKED_AT = 20;
const LOOK_DPI = 36;

interface Mark {
  readonly ref: PDFRef;
  readonly width: number;
  readonly height: number;
}

/** Draws a text or a picture across pages, upright for whoever looks at them. */
export async function watermark(input: ChildInput, options: WatermarkOptions, { fonts }: Parent): Promise<ToolResult> {
  const { document, reader } = await openPdf(input, { maxPages: options.maxPages, writes: true });
  refuseSigned(document);
  if (options.layer === 'under') refuseLargeForm(document); // its pages are drawn, to see whether they hide the mark
  const count = document.getPageCount();
  const wrong = (options.pages ?? []).findIndex((range) => !isRange(range, count));
  if (wrong !== -1) throw new Refused({ field: `pages.${String(wrong)}`, message: rangeMessage(count) });
  const wanted = options.pages ?? [[1, count]];
  const mark =
    options.text === undefined ? await imageMark(document, options.image) : await textMark(document, fonts, options.text, options.color);
  const state = document.context.register(document.context.obj({ Type: 'ExtGState', ca: options.opacity, CA: options.opacity }));
  const marked: number[] = [];
  for (const [i, page] of document.getPages().entries()) {
    if (!wanted.some(([first = 1, last = first]) => i + 1 >= first && i + 1 <= last)) continue;
    marked.push(i);
    const box = visibleBox(page);
    const angle = ((options.rotation + page.getRotation().angle) * Math.PI) / 180;
    const scale = scaleOf(mark, box, angle, options);
    const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
    const matrix = [cos, sin, -sin, cos, box.x + box.width / 2, box.y + box.height / 2];
    overlay(document, page, [{ name: 'PlatenMark', ref: mark.ref, matrix, state }], options.layer);
  }
  const warnings = dropClaims(document);
  const file = await savePdf(document);
  if (options.layer === 'under') warnings.push(...(await hiddenMarks(reader, file, marked.slice(0, MAX_LOOKED_AT))));
  return { files: [file], warnings };
}

/** Of pages that look as before: whatever they draw covers all of the mark. */
async function hiddenMarks(before: Reader, file: Uint8Array, pages: readonly number[]): Promise<PdfWarning[]> {
  const after = await openReader(file);
  if (after === undefined || after === 'encrypted') return [];
  const hidden = pages.filter((page) => {
    const dpi = drawableDpi(after.size(page), LOOK_DPI);
    return Buffer.compare(before.draw(page, dpi, 'print').rgb, after.draw(page, dpi, 'print').rgb) === 0;
  });
  if (hidden.length === 0) return [];
  const which = hidden.map((page) => String(page + 1)).join(', ');
  const message = `The mark is under everything that the page draws and cannot be seen on page ${which}; use layer over.`;
  return [{ code: 'MARK_HIDDEN', message }];
}

function scaleOf(
  mark: Mark,
  box: { readonly width: number; readonly height: number },
  angle: number,
  { text, font_size: size }: WatermarkOptions,
): number {
  if (text === undefined) return (Math.min(box.width, box.height) * IMAGE_SHARE) / Math.max(mark.width, mark.height);
  if (size !== undefined) return size;
  const [across, up] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return Math.min(
    (Math.hypot(box.width, box.height) * TEXT_SHARE) / mark.width,
    (box.width * MOST_OF_PAGE) / (mark.width * across + mark.height * up),
    (box.height * MOST_OF_PAGE) / (mark.width * up + mark.height * across),
  );
}

/** Text of size 1 about the origin. */
async function textMark(document: PDFDocument, library: FontLibrary, text: string, color: string): Promise<Mark> {
  const font = await new Fonts(document, library).for(text);
  if (typeof font === 'string') throw new Refused({ field: 'text', message: font });
  const width = Math.max(font.widthOfTextAtSize(text, 1), 0.1);
  const channels = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
  const content = `${channels} rg BT /F0 1 Tf 1 0 0 1 ${(-width / 2).toFixed(4)} -0.35 Tm ${font.encodeText(text).toString()} Tj ET`;
  const { context } = document;
  const box = [-width / 2 - 1, -1, width / 2 + 1, 1];
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: { Font: { F0: font.ref } } };
  return { ref: context.register(context.flateStream(content, dict)), width, height: 1 };
}

async function imageMark(document: PDFDocument, bytes: Uint8Array | undefined): Promise<Mark> {
  if (bytes === undefined) throw new Refused({ field: 'image', message: 'is required when there is no text' });
  const { ref, width, height, draw } = await embedPicture(document, bytes);
  const { context } = document;
  const content = `${String(width)} 0 0 ${String(height)} ${String(-width / 2)} ${String(-height / 2)} cm ${draw} /Im0 Do`;
  const box = [-width / 2, -height / 2, width / 2, height / 2];
  const dict = { Type: 'XObject', Subtype: 'Form', BBox: box, Resources: { XObject: { Im0: ref } } };
  return { ref: context.register(context.flateStream(content, dict)), width, height };
}
