import type { ChildPool } from '../child/pool.ts';
import type { ChildInput, ToolResult } from '../child/protocol.ts';
import { ConversionFailed } from '../errors.ts';
import { PDFA_LIMIT_MS } from '../limits.ts';
import type { PdfaOptions } from './convert.ts';
import type { PdfaJudge } from './judge.ts';
import type { PdfaLevel } from './level.ts';

export type PdfaTool = (accountId: string, input: ChildInput, options: PdfaOptions, signal: AbortSignal) => Promise<ToolResult>;

/**
 * Converts, and asks the judge where the operator has one: what it does not agree with becomes pictures, and is judged once more.
 * @throws ConversionFailed with the clauses that are violated
 */
export function pdfaTool(pool: ChildPool, judge: PdfaJudge | undefined): PdfaTool {
  return async (accountId, input, options, signal) => {
    const convert = async (bitmapsOnly: boolean): Promise<ToolResult> =>
      pool.run(accountId, { operation: 'pdfa', pdfs: [input], options: { ...options, bitmapsOnly } }, PDFA_LIMIT_MS, signal);
    const objectionTo = async ({ files: [file], facts }: ToolResult): Promise<string | undefined> =>
      file === undefined ? 'there is no file' : judge?.(file, facts?.['level'] as PdfaLevel);
    const result = await convert(false);
    if ((await objectionTo(result)) === undefined) return result;
    const pictures = await convert(true);
    const objection = await objectionTo(pictures);
    if (objection === undefined) return pictures;
    throw ConversionFailed(objection);
  };
}
