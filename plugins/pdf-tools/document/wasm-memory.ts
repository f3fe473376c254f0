import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** What the module has of Emscripten's runtime. */
interface WasmMemory {
  /** Another one after the memory grew. */
  readonly HEAPU8: Uint8Array;
  UTF8ToString(at: number): string;
  /** @param signature a letter for the result and each parameter: `i` a 32-bit integer, `v` nothing */
  addFunction(run: (...values: number[]) => number | undefined, signature: string): number;
}

export const memoryOf = ({ pdfium }: WrappedPdfiumModule): WasmMemory => pdfium;
