import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { Refused } from '../child/protocol.ts';
import { FontLibrary } from './fonts.ts';
import { drawFields } from './pdfium-fields.ts';
import { provideFonts } from './substitutes.ts';
import { memoryOf } from './wasm-memory.ts';
import { findUnseenText, type UnseenText } from './unseen-text.ts';

const require = createRequire(import.meta.url);
/** Full rights of whoever opened the document. */
const ALL_RIGHTS = 0xfffffffc;
const WHITE = 0xffffffff;
const MAX_PIXELS = 40_000_000;
const ANNOTATIONS = 1;
const PRINTING = 2048;
const UNPROTECTED = -1;
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY, an encryption it does not know. */
const LOCKED = [4, 5];

/** Each holds a copy of its file in the module's memory until it is closed. */
const open = new Set<Reader>();

/** After a job: whatever it left open would add up over the life of its process. */
export function closeReaders(): void {
  for (const reader of open) reader.close();
}

let library = new FontLibrary([]);
let engine: Promise<WrappedPdfiumModule> | undefined;

/** Fonts for text whose font is not in the file; said before the first reader is opened. */
export function useFonts(fonts: FontLibrary): void {
  library = fonts;
}

async function pdfium(): Promise<WrappedPdfiumModule> {
  engine ??= init({ wasmBinary: new Uint8Array(readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'))).buffer }).then((module) => {
    module.PDFiumExt_Init();
    provideFonts(module, library);
    return module;
  });
  return engine;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Uint8Array;
}

/** One character where it stands, in points from the lower left. */
export interface Glyph {
  readonly code: number;
  readonly x: number;
  readonly y: number;
  /** Height of its line. */
  readonly size: number;
  /** To the next character. */
  readonly width: number;
  /** Direction of its line in radians, counter-clockwise. */
  readonly angle: number;
}

/** Key of annotations whose appearance pdfium made. */
export const GENERATED = 'PDFIUM_HasGeneratedAP';

/** A second opinion on a PDF: pdfium reads what our library does not, and draws. */
export interface Reader {
  readonly pages: number;
  readonly hasAllRights: boolean;
  readonly isEncrypted: boolean;
  size(page: number): { readonly width: number; readonly height: number };
  /** As it is printed, or as a screen shows it: annotations may be for one of them only. */
  draw(page: number, dpi: number, medium: 'print' | 'screen'): Picture;
  glyphs(page: number, most: number): Glyph[];
  unseenText(page: number): UnseenText[];
  /** The document written anew, which repairs many faults. */
  resave(): Uint8Array;
  /** Written anew, with appearances for the annotations of these pages that have none, as far as pdfium makes them; `GENERATED` tells which. */
  withAppearances(pages: readonly number[]): Uint8Array;
  close(): void;
}

/** The resolution that is wanted, or the highest at which a page of this size can be drawn. */
export function drawableDpi({ width, height }: { readonly width: number; readonly height: number }, wanted: number): number {
  // A little less, as sides are rounded to pixels.
  return Math.min(wanted, 0.999 * Math.sqrt((MAX_PIXELS * 72 * 72) / (width * height)));
}

/** Of a file that was just written. */
export async function readerOf(bytes: Uint8Array): Promise<Reader> {
  const reader = await openReader(bytes);
  if (reader === undefined || reader === 'encrypted') throw new Error('what was just saved cannot be read');
  return reader;
}

/** Undefined when it cannot be read; `encrypted` when it cannot be with this password. */
export async function openReader(bytes: Uint8Array, password = ''): Promise<Reader | 'encrypted' | undefined> {
  const module = await pdfium();
  const { malloc, free } = module.pdfium.wasmExports;
  const at = malloc(bytes.byteLength);
  memoryOf(module).HEAPU8.set(bytes, at);
  const document = module.FPDF_LoadMemDocument(at, bytes.byteLength, password);
  if (document === 0) {
    const locked = LOCKED.includes(module.FPDF_GetLastError());
    free(at);
    return locked ? 'encrypted' : undefined;
  }
  const formInfo = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(document, formInfo);

  const withPage = <T>(index: number, use: (page: number) => T): T => {
    const page = module.FPDF_LoadPage(document, index);
    module.FORM_OnAfterLoadPage(page, form);
    try {
      return use(page);
    } finally {
      module.FORM_OnBeforeClosePage(page, form);
      module.FPDF_ClosePage(page);
    }
  };

  const reader: Reader = {
    pages: module.FPDF_GetPageCount(document),
    hasAllRights: (module.FPDF_GetDocPermissions(document) & ALL_RIGHTS) >>> 0 === ALL_RIGHTS,
    isEncrypted: module.FPDF_GetSecurityHandlerRevision(document) !== UNPROTECTED,
    size: (index) => withPage(index, (page) => ({ width: module.FPDF_GetPageWidthF(page), height: module.FPDF_GetPageHeightF(page) })),
    draw: (index, dpi, medium) =>
      withPage(index, (page) => {
        const width = Math.max(1, Math.round((module.FPDF_GetPageWidthF(page) * dpi) / 72));
        const height = Math.max(1, Math.round((module.FPDF_GetPageHeightF(page) * dpi) / 72));
        // Compared this way round, as a size may be no number.
        const bitmap = width * height <= MAX_PIXELS ? module.FPDFBitmap_Create(width, height, 0) : 0;
        if (bitmap === 0) throw new Refused({ field: 'pdf', message: `has a page too large to be drawn: page ${String(index + 1)}` });
        module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        const flags = medium === 'print' ? ANNOTATIONS | PRINTING : ANNOTATIONS;
        module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
        drawFields(module, { form, page, bitmap, width, height, flags, medium });
        const stride = module.FPDFBitmap_GetStride(bitmap);
        const start = module.FPDFBitmap_GetBuffer(bitmap);
        const bgra = memoryOf(module).HEAPU8.subarray(start, start + stride * height);
        const rgb = new Uint8Array(width * height * 3);
        for (let y = 0, to = 0; y < height; y++) {
          for (let x = 0, from = y * stride; x < width; x++, from += 4) {
            rgb[to++] = bgra[from + 2] ?? 0;
            rgb[to++] = bgra[from + 1] ?? 0;
            rgb[to++] = bgra[from] ?? 0;
          }
        }
        module.FPDFBitmap_Destroy(bitmap);
        return { width, height, rgb };
      }),
    glyphs: (index, most) =>
      withPage(index, (page) => {
        const text = module.FPDFText_LoadPage(page);
        const boxes = malloc(8 * 6);
        const found: Glyph[] = [];
        const count = Math.min(module.FPDFText_CountChars(text), most);
        for (let i = 0; i < count; i++) {
          const code = module.FPDFText_GetUnicode(text, i);
          if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code > 0x10ffff) continue;
          module.FPDFText_GetCharOrigin(text, i, boxes, boxes + 8);
          module.FPDFText_GetLooseCharBox(text, i, boxes + 16);
          const view = new DataView(memoryOf(module).HEAPU8.buffer, boxes, 48);
          const [x, y] = [view.getFloat64(0, true), view.getFloat64(8, true)];
          const [left, top, right, bottom] = [16, 20, 24, 28].map((offset) => view.getFloat32(offset, true));
          const angle = -module.FPDFText_GetCharAngle(text, i); // pdfium turns clockwise
          const [across, up] = [(right ?? 0) - (left ?? 0), (top ?? 0) - (bottom ?? 0)];
          const [width, size] = Math.abs(Math.sin(angle)) > Math.SQRT1_2 ? [up, across] : [across, up];
          if ([x, y, width, size, angle].every(Number.isFinite)) found.push({ code, x, y, size: size > 0 ? size : 1, width, angle });
        }
        free(boxes);
        module.FPDFText_ClosePage(text);
        return found;
      }),
    unseenText: (index) => withPage(index, (page) => findUnseenText(module, page)),
    resave() {
      const writer = module.PDFiumExt_OpenFileWriter();
      module.PDFiumExt_SaveAsCopy(document, writer);
      const size = module.PDFiumExt_GetFileWriterSize(writer);
      const to = malloc(size);
      module.PDFiumExt_GetFileWriterData(writer, to, size);
      const copy = memoryOf(module).HEAPU8.slice(to, to + size);
      free(to);
      module.PDFiumExt_CloseFileWriter(writer);
      return copy;
    },
    withAppearances(pages) {
      // To draw a page makes them.
      for (const index of pages) reader.draw(index, 1, 'screen');
      return reader.resave();
    },
    close() {
      if (!open.delete(reader)) return;
      module.PDFiumExt_ExitFormFillEnvironment(form);
      module.PDFiumExt_CloseFormFillInfo(formInfo);
      module.FPDF_CloseDocument(document);
      free(at);
    },
  };
  open.add(reader);
  return reader;
}
