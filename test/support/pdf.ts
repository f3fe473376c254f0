import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

const require = createRequire(import.meta.url);
let engine: Promise<WrappedPdfiumModule> | undefined;

async function pdfium(): Promise<WrappedPdfiumModule> {
  engine ??= init({ wasmBinary: new Uint8Array(readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'))).buffer }).then((module) => {
    module.PDFiumExt_Init();
    return module;
  });
  return engine;
}

export interface PageFacts {
  readonly text: string;
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** Share of pixels that are not white, at 36 dpi. */
  readonly ink: number;
  /** Blue, green, red, alpha of every pixel at 36 dpi, with the bitmap's own padding. */
  readonly pixels: Uint8Array;
  /** Colour at a place given as shares of width and height from the top left. */
  colorAt(x: number, y: number): readonly [red: number, green: number, blue: number];
}

const SCALE = 0.5;

/** The module's memory, which its typings leave out. */
const heap = (pdf: WrappedPdfiumModule): Uint8Array => (pdf.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

/** What an independent reader (pdfium) finds in a PDF. */
export const readPdf = (bytes: Uint8Array): Promise<PageFacts[]> => readPages(bytes, readPage);

async function readPages<T>(bytes: Uint8Array, read: (pdf: WrappedPdfiumModule, page: number) => T): Promise<T[]> {
  const pdf = await pdfium();
  const memory = pdf.pdfium;
  const at = memory.wasmExports.malloc(bytes.byteLength);
  heap(pdf).set(bytes, at);
  const document = pdf.FPDF_LoadMemDocument(at, bytes.byteLength, '');
  if (document === 0) throw new Error('pdfium cannot read this PDF');
  const pages: T[] = [];
  for (let index = 0; index < pdf.FPDF_GetPageCount(document); index++) {
    const page = pdf.FPDF_LoadPage(document, index);
    pages.push(read(pdf, page));
    pdf.FPDF_ClosePage(page);
  }
  pdf.FPDF_CloseDocument(document);
  memory.wasmExports.free(at);
  return pages;
}

function readText(pdf: WrappedPdfiumModule, page: number): string {
  const memory = pdf.pdfium;
  const textPage = pdf.FPDFText_LoadPage(page);
  const count = pdf.FPDFText_CountChars(textPage);
  const buffer = memory.wasmExports.malloc((count + 1) * 2);
  pdf.FPDFText_GetText(textPage, 0, count, buffer);
  const text = Buffer.from(heap(pdf).slice(buffer, buffer + count * 2)).toString('utf16le');
  memory.wasmExports.free(buffer);
  pdf.FPDFText_ClosePage(textPage);
  return text;
}

function readPage(pdf: WrappedPdfiumModule, page: number): PageFacts {
  const text = readText(pdf, page);
  const width = pdf.FPDF_GetPageWidthF(page);
  const height = pdf.FPDF_GetPageHeightF(page);
  const columns = Math.ceil(width * SCALE);
  const rows = Math.ceil(height * SCALE);
  const bitmap = pdf.FPDFBitmap_Create(columns, rows, 0);
  pdf.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xffffffff);
  pdf.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 0);
  const stride = pdf.FPDFBitmap_GetStride(bitmap);
  const start = pdf.FPDFBitmap_GetBuffer(bitmap);
  const pixels = heap(pdf).slice(start, start + stride * rows);
  pdf.FPDFBitmap_Destroy(bitmap);

  const colorAt = (x: number, y: number): [number, number, number] => {
    const offset = Math.min(rows - 1, Math.floor(y * rows)) * stride + Math.min(columns - 1, Math.floor(x * columns)) * 4;
    return [pixels[offset + 2] ?? 0, pixels[offset + 1] ?? 0, pixels[offset] ?? 0];
  };
  let inked = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const offset = row * stride + column * 4;
      if ((pixels[offset] ?? 255) < 245 || (pixels[offset + 1] ?? 255) < 245 || (pixels[offset + 2] ?? 255) < 245) inked++;
    }
  }
  return { text, width, height, ink: inked / (rows * columns), pixels, colorAt };
}

/** All text of a PDF, white space folded. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  return (await readPages(bytes, readText)).join(' ').replace(/\s+/g, ' ').trim();
}

/** Width and height of each page, in whole points. */
export async function sizesOf(bytes: Uint8Array): Promise<[width: number, height: number][]> {
  return readPages(bytes, (pdf, page) => [Math.round(pdf.FPDF_GetPageWidthF(page)), Math.round(pdf.FPDF_GetPageHeightF(page))]);
}
