import type { Logger } from 'pino';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { PdfMerger } from '../pdf-tools/contract.ts';
import { type FileStore, isStorageUnavailable } from '../storage/contract.ts';
import type { Batch, BatchResult } from './batch.store.ts';
import { type BackgroundDocuments, fileName, type Generation } from '../generation/contract.ts';

const MAX_BYTES = 256 * 1024 * 1024;

const refused = (resultError: string): BatchResult => ({ resultFile: null, resultError });

/** Gathers the PDFs of a batch, in the order of its items, into one more file. */
export function gatherResult(documents: BackgroundDocuments, files: FileStore, merger: PdfMerger | undefined, log: Logger) {
  return async (batch: Batch): Promise<BatchResult> => {
    const done = (await documents.findAll(batch.generationIds)).filter(({ file }) => file !== null);
    const inOrder = done.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    const total = inOrder.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
    if (inOrder.length === 0) return refused('No document of the batch was made.');
    if (total > MAX_BYTES) return refused(`The documents have more than ${String(MAX_BYTES)} bytes together.`);
    try {
      const bytes = batch.result === 'zip' ? await zip(inOrder, files) : await merge(batch.accountId, inOrder, files, merger);
      return { resultFile: await files.put(bytes, batch.result === 'zip' ? 'zip' : 'pdf', batch.accountId), resultError: null };
    } catch (error) {
      // It is gathered again by a later sweep.
      if (isStorageUnavailable(error)) throw error;
      log.error({ err: error, batch: batch.id }, 'the result of a batch could not be made');
      return refused('The result could not be made; the documents themselves are complete.');
    }
  };
}

/** PDFs are compressed already, so they are stored as they are. */
async function zip(members: readonly Generation[], files: FileStore): Promise<Uint8Array> {
  const archive = new ZipFile();
  const names = new Set<string>();
  for (const member of members) {
    const { stream, size } = await files.open(member.file?.key ?? '');
    archive.addReadStream(stream, uniqueName(fileName(member), names), { compress: false, size, mtime: member.createdAt });
  }
  archive.end();
  return buffer(archive.outputStream);
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = name.replace(/\.pdf$/i, ` (${String(n)}).pdf`);
  taken.add(unique.toLowerCase());
  return unique;
}

async function merge(
  accountId: string,
  members: readonly Generation[],
  files: FileStore,
  merger: PdfMerger | undefined,
): Promise<Uint8Array> {
  if (merger === undefined) throw new Error('the plugin pdf-tools is off');
  const pdfs: Uint8Array[] = [];
  for (const { file } of members) pdfs.push(await buffer((await files.open(file?.key ?? '')).stream));
  return merger.merge(accountId, pdfs);
}
