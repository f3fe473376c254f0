import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument } from 'pdf-lib';

const pdfs = workerData as readonly Uint8Array[];
const merged = await PDFDocument.create();
for (const pdf of pdfs) {
  const source = await PDFDocument.load(pdf);
  for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
}
parentPort?.postMessage(await merged.save());
