import { definePort } from '../../server/contract/index.ts';

export interface PdfMerger {
  /** One PDF with the pages of all, in order. */
  merge(accountId: string, pdfs: readonly Uint8Array[]): Promise<Uint8Array>;
}
export const PdfMerger = definePort<PdfMerger>('pdf-tools/merger');
