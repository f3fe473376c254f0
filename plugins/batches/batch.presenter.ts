import type { z } from 'zod';
import type { FileStore } from '../storage/contract.ts';
import type { BatchReply } from './batch.schemas.ts';
import type { Batch } from './batch.store.ts';
import { type EndedCount, fileName, type Generation } from '../generation/contract.ts';

const EXTENSIONS = { zip: 'zip', merged: 'pdf' } as const;

/** A batch without its items. */
export function presentBatchSummary(batch: Batch, files: FileStore) {
  const { result, status, open } = batch;
  // Between two runs there is a file of the run before, which is not that of the batch as it will be.
  const resultFile = open ? null : batch.resultFile;
  const name = result === null ? '' : `${batch.id}.${EXTENSIONS[result]}`;
  return {
    batch_id: batch.id,
    status: status === 'submitting' ? ('queued' as const) : status,
    total: batch.generationIds.length,
    result,
    result_url: resultFile === null ? null : files.link(resultFile.key, name).url,
    result_error: open ? null : batch.resultError,
    created_at: batch.createdAt.toISOString(),
    finished_at: batch.finishedAt?.toISOString() ?? null,
  };
}

/** A batch as lists show it; documents that were deleted are counted no more. */
export function presentBatchRow(batch: Batch, counts: ReadonlyMap<string, EndedCount>, files: FileStore) {
  const { completed, failed } = counts.get(batch.id) ?? { completed: 0, failed: 0 };
  return { ...presentBatchSummary(batch, files), finished: batch.finished.length, completed, failed };
}

/** A batch with the state of every item that still exists. */
export function presentBatch(batch: Batch, members: readonly Generation[], files: FileStore): z.input<typeof BatchReply> {
  const byId = new Map(members.map((member) => [member.id, member]));
  const count = (wanted: Generation['status']): number => members.filter(({ status }) => status === wanted).length;
  return {
    ...presentBatchSummary(batch, files),
    completed: count('completed'),
    failed: count('failed'),
    generations: batch.generationIds.flatMap((id, index) => {
      const member = byId.get(id);
      if (member === undefined) return [];
      const url = member.file === null ? null : files.link(member.file.key, fileName(member)).url;
      return [{ id, index, status: member.status, url, error: member.error }];
    }),
  };
}
