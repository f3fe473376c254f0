import { PDFDocument } from 'pdf-lib';
import type { OperationName, OperationRequest, OptionsOf } from './index.ts';

const maxPages = 1;
const now = '2000-01-01T00:00:00Z';
const place = { page: 0, x: 20, y: 20, width: 100, height: 20 };

const OPTIONS: { readonly [N in OperationName]: OptionsOf[N] } = {
  'list-fields': { maxPages },
  fill: { maxPages, fields: [{ name: 'field', value: 'text' }], flatten: true },
  'add-fields': { maxPages, fields: [{ ...place, name: 'new', type: 'text' }] },
  sign: { maxPages, ...place, name: 'name', now },
  protect: { maxPages, ownerPassword: 'owner', printing: true, copying: true, modifying: true },
  split: { maxPages },
  pdfa: { maxPages, now },
  info: { maxPages },
  watermark: { maxPages, text: 'text', opacity: 0.5, rotation: 45, color: '#808080', layer: 'over' },
  preview: { maxPages, page: 0, dpi: 72 },
  merge: { maxPages },
};

/** A request for each operation on the document below, which together run most of the program. */
export const EVERY_OPERATION = Object.entries(OPTIONS).map(([operation, options]) => ({ operation, options }) as OperationRequest);

/** With a field, and with text whose font is not in the file. */
export async function smallDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.drawText('text', { x: 20, y: 700 });
  document.getForm().createTextField('field').addToPage(page, { x: 20, y: 500 });
  return document.save();
}
