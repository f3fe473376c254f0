import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { PdfaLevel } from './level.ts';

const LIMIT_MS = 60_000;
const MAX_REPORT = 16 * 1024 * 1024;
const run = promisify(execFile);

/** What is wrong with a file, by a second opinion; undefined when it agrees that the file is what it claims to be. */
export type PdfaValidator = (file: Uint8Array, level: PdfaLevel) => Promise<string | undefined>;

const Result = z.object({
  compliant: z.boolean(),
  details: z.object({ ruleSummaries: z.array(z.object({ clause: z.string(), description: z.string() })).default([]) }).optional(),
});
const Report = z.object({
  report: z.object({ jobs: z.array(z.object({ validationResult: z.union([Result, z.array(Result)]).optional() })) }),
});

/**
 * veraPDF, as installed by the operator.
 * @throws Error naming the program when it does not run
 */
export async function veraPdf(program: string): Promise<PdfaValidator> {
  await run(program, ['--version'], { timeout: LIMIT_MS }).catch((cause: unknown) => {
    throw new Error(`pdf-tools.veraPdf: ${program} --version does not run`, { cause });
  });
  return async (file, level) => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-verapdf-'));
    try {
      const path = join(folder, 'file.pdf');
      await writeFile(path, file);
      return verdictOf(await report(program, ['--flavour', level, '--format', 'json', path]));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Its exit status is 1 when the file is not compliant; the report says so too. */
async function report(program: string, args: readonly string[]): Promise<string> {
  return run(program, args, { timeout: LIMIT_MS, maxBuffer: MAX_REPORT }).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '') return error.stdout;
      throw error;
    },
  );
}

function verdictOf(text: string): string | undefined {
  const [job] = Report.parse(JSON.parse(text)).report.jobs;
  const result = Array.isArray(job?.validationResult) ? job.validationResult[0] : job?.validationResult;
  if (result?.compliant === true) return undefined;
  const rules = result?.details?.ruleSummaries.map(({ clause, description }) => `${clause}: ${description}`) ?? [];
  return rules.length === 0 ? 'veraPDF could not read the file' : rules.slice(0, 5).join('; ');
}
