import type { ChildPool } from '../child/pool.ts';
import type { JobInput, TaskResult } from '../child/worker.ts';
import { ConversionFailed } from '../errors.ts';
import { LIMIT_MS, PDFA_MOST_MS, PDFA_PAGE_MS } from '../limits.ts';
import type { PdfCall } from '../pdf-input.ts';
import { bytesOf, type JobFiles } from '../spool.ts';
import type { PdfaOptions } from './convert.ts';
import type { PdfaValidator } from './validator.ts';
import type { PdfaLevel } from './level.ts';

export type PdfaTool = (call: PdfCall, input: JobInput, options: PdfaOptions, files?: JobFiles) => Promise<TaskResult>;

/**
 * Converts, and asks the validator where the operator has one: what it does not agree with becomes pictures, and is judged once more.
 * @throws ConversionFailed with the clauses that are violated
 */
export function pdfaTool(pool: ChildPool, validator: PdfaValidator | undefined): PdfaTool {
  return async ({ accountId, signal }, input, options, files) => {
    const limits = { limitMs: LIMIT_MS, perPageMs: PDFA_PAGE_MS, mostMs: PDFA_MOST_MS };
    const task = { accountId, signal, operation: 'pdfa', inputs: [input], files, ...limits };
    const convert = async (bitmapsOnly: boolean): Promise<TaskResult> => pool.run({ ...task, options: { ...options, bitmapsOnly } });
    const rejectionReasonOf = async ({ files: [file], facts }: TaskResult): Promise<string | undefined> =>
      file === undefined ? 'there is no file' : validator?.(await bytesOf(file), facts?.['level'] as PdfaLevel);
    const result = await convert(false);
    if ((await rejectionReasonOf(result)) === undefined) return result;
    const pictures = await convert(true);
    const rejectionReason = await rejectionReasonOf(pictures);
    if (rejectionReason === undefined) return pictures;
    throw ConversionFailed(rejectionReason);
  };
}
