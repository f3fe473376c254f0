import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { HIDDEN, NO_VIEW, PRINT } from './annotation-flags.ts';
import { memoryOf } from './wasm-memory.ts';

/** FPDF_FORMFIELD_CHECKBOX and FPDF_FORMFIELD_RADIOBUTTON. */
const BOXES: readonly number[] = [2, 3];
const NORMAL = 0;
/** In bytes, the zero at its end among them. */
const EMPTY_TEXT = 2;

/** A page that is loaded with its form, and the bitmap it is drawn on; all but sizes are handles. */
export interface Drawing {
  readonly form: number;
  readonly page: number;
  readonly bitmap: number;
  readonly width: number;
  readonly height: number;
  /** Of FPDF_RenderPageBitmap. */
  readonly flags: number;
  readonly medium: 'print' | 'screen';
}

/**
 * Draws the form fields of a page as viewers do. `FPDF_FFLDraw` alone frames each check box and radio button for whose state it finds
 * no appearance: those without one show nothing, and others have one that does not depend on their state.
 */
export function drawFields(module: WrappedPdfiumModule, drawing: Drawing): void {
  const { form, page, bitmap, width, height, flags, medium } = drawing;
  const count = module.FPDFPage_GetAnnotCount(page);
  const framed: { readonly annotation: number; readonly flags: number; readonly hasAppearance: boolean }[] = [];
  for (let i = 0; i < count; i++) {
    const annotation = module.FPDFPage_GetAnnot(page, i);
    const hasAppearance = module.FPDFAnnot_GetAP(annotation, NORMAL, 0, 0) > EMPTY_TEXT;
    const isFramed =
      BOXES.includes(module.FPDFAnnot_GetFormFieldType(form, annotation)) &&
      (!hasAppearance || module.FPDFAnnot_GetStringValue(annotation, 'AS', 0, 0) <= EMPTY_TEXT);
    if (isFramed) framed.push({ annotation, flags: module.FPDFAnnot_GetFlags(annotation), hasAppearance });
    else module.FPDFPage_CloseAnnot(annotation);
  }
  for (const { annotation, flags: own } of framed) module.FPDFAnnot_SetFlags(annotation, own | HIDDEN);
  module.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
  for (const { annotation, flags: own, hasAppearance } of framed) {
    module.FPDFAnnot_SetFlags(annotation, own);
    const isShown = (own & HIDDEN) === 0 && (medium === 'print' ? (own & PRINT) !== 0 : (own & NO_VIEW) === 0);
    if (hasAppearance && isShown) drawAppearance(module, drawing, annotation);
    module.FPDFPage_CloseAnnot(annotation);
  }
}

function drawAppearance(module: WrappedPdfiumModule, { page, bitmap, width, height, flags }: Drawing, annotation: number): void {
  const { malloc, free } = module.pdfium.wasmExports;
  const fromPoints = new Float32Array([width / module.FPDF_GetPageWidthF(page), 0, 0, height / module.FPDF_GetPageHeightF(page), 0, 0]);
  const at = malloc(fromPoints.byteLength);
  memoryOf(module).HEAPU8.set(new Uint8Array(fromPoints.buffer), at);
  module.EPDF_RenderAnnotBitmap(bitmap, page, annotation, NORMAL, at, flags);
  free(at);
}
