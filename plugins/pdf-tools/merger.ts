import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfMerger } from './contract.ts';

const WORKER = new URL(`./merge.worker${extname(import.meta.filename)}`, import.meta.url);
const LIMIT_MS = 60_000;
const MAX_HEAP_MB = 1024;

/** Merging is one long computation: it runs beside the hub, and is ended when it takes too long. */
export const merger: PdfMerger = {
  async merge(pdfs) {
    const worker = new Worker(WORKER, {
      workerData: pdfs,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const timer = setTimeout(() => void worker.terminate(), LIMIT_MS);
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.once('exit', () => {
          reject(new Error('merging was ended: it took too long'));
        });
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  },
};
