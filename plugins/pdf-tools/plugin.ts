import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { definePlugin, Outbound } from '../../server/contract/index.ts';
import { FileStore } from '../storage/contract.ts';
import { ByteBudget } from './byte-budget.ts';
import { CertificateConfig, openCertificate } from './certificate.ts';
import { ChildPool } from './child/pool.ts';
import type { OperationName, OperationRequest } from './child/operations/index.ts';
import { FacturX, PdfMerger, PdfPermissions, PdfPictures, PdfStep, PdfSteps } from './contract.ts';
import { checkConfinement } from './doctor-checks.ts';
import { pdfInputs } from './pdf-input.ts';
import { veraPdf } from './pdfa/validator.ts';
import { namedFonts, withInstalledFonts } from './font-files.ts';
import { pdfToolRoutes } from './operations/index.ts';
import { bytesOf, createSpool } from './spool.ts';
import { pdfSteps } from './steps.ts';
import { FileReply, PdfPart, PdfWarning, SourceBody } from './pdf-tools.schemas.ts';

const MAX_CHILDREN = 4;
const MERGE_LIMIT_MS = 60_000;
const PICTURE_LIMIT_MS = 10_000;
const MB = 1024 * 1024;

const jobBytes = ({ maxBytes, maxJobBytes }: { readonly maxBytes: number; readonly maxJobBytes?: number | undefined }): number =>
  maxJobBytes ?? 4 * maxBytes;

export default definePlugin({
  name: 'pdf-tools',
  version: '1.0.0',
  hub: '^2',
  summary: 'Forms, signatures, splitting, merging and archiving of PDFs',
  title: 'PDF tools',
  schemas: { FacturX, PdfFile: FileReply, PdfPart, PdfPermissions, PdfSource: SourceBody, PdfStep, PdfWarning },
  scopes: { tools: { summary: 'PDF tools', order: 40 } },
  redact: ['pdf', 'passphrase'],
  config: z
    .strictObject({
      /** Largest PDF in bytes, decoded. */
      maxBytes: z
        .int()
        .min(1024)
        .default(25 * MB),
      /** All PDFs of one call together, in bytes; four of the largest when absent. */
      maxJobBytes: z.int().min(1024).optional(),
      /** PDFs of all calls that this process handles at once, in bytes; an account has half of it, or one call's. Others wait, at most 10 s. */
      maxBytesInFlight: z
        .int()
        .min(1024)
        .default(256 * MB),
      maxPages: z.int().min(1).default(2000),
      /** Whether `POST /v1/pdf/protect` encrypts; it answers 501 otherwise. */
      protect: z.boolean().default(false),
      /** Font files (.ttf, .otf, .ttc) for text in forms and signatures, before those that fontconfig knows. */
      fonts: z.array(z.string().min(1)).max(50).default([]),
      /** Signs digitally what asks for it. */
      certificate: CertificateConfig.optional(),
      /** The program veraPDF, whose agreement every PDF/A then needs. */
      veraPdf: z.string().min(1).optional(),
      /** Processes that read PDFs at once; one more than the cores, at most 5, when absent. An account has all but one of them. */
      children: z.int().min(1).max(16).optional(),
    })
    .check(({ value, issues }) => {
      const job = jobBytes(value);
      if (job < value.maxBytes) issues.push({ code: 'custom', path: ['maxJobBytes'], message: 'must be at least maxBytes', input: value });
      if (value.maxBytesInFlight < job)
        issues.push({
          code: 'custom',
          path: ['maxBytesInFlight'],
          message: `must be at least maxJobBytes, which is ${String(job)}`,
          input: value,
        });
    }),
  requires: { files: FileStore, outbound: Outbound },
  provides: { merger: PdfMerger, pictures: PdfPictures, steps: PdfSteps },
  async setup({ config, deps: { files, outbound }, hub, clock, log }) {
    const { maxBytes, maxPages, protect, maxBytesInFlight } = config;
    const maxJobBytes = jobBytes(config);
    const spool = createSpool(join(hub.dataFolder, 'spool'));
    const budget = new ByteBudget({ total: maxBytesInFlight, largest: maxJobBytes });
    const inputs = pdfInputs({ outbound, spool, budget, maxBytes, maxJobBytes });
    const named = await namedFonts(config.fonts);
    const pool = new ChildPool({
      size: config.children ?? Math.min(availableParallelism(), MAX_CHILDREN) + 1,
      fonts: () => withInstalledFonts(named),
      log,
    });
    const validator = config.veraPdf === undefined ? undefined : await veraPdf(config.veraPdf);
    const certificate = config.certificate === undefined ? undefined : await openCertificate(config.certificate, outbound, clock);
    const context = { pool, certificate, validator, protect, clock };
    const makeFile = async <N extends OperationName>(
      accountId: string,
      request: OperationRequest<N>,
      pdfs: readonly Uint8Array[],
      limitMs: number,
    ): Promise<Uint8Array> => {
      const inputs = pdfs.map((content) => ({ content }));
      const { files: made } = await pool.run({ ...request, accountId, inputs, limitMs, signal: new AbortController().signal });
      if (made[0] === undefined) throw new Error(`the operation ${request.operation} made no file`);
      return bytesOf(made[0]);
    };
    const merger: PdfMerger = {
      merge: (accountId, pdfs) => makeFile(accountId, { operation: 'merge', options: { maxPages: Infinity } }, pdfs, MERGE_LIMIT_MS),
    };
    const pictures: PdfPictures = {
      draw: (accountId, pdf, page, dpi, thumbnail = false) =>
        makeFile(accountId, { operation: 'preview', options: { maxPages: Infinity, page, dpi, thumbnail } }, [pdf], PICTURE_LIMIT_MS),
    };
    return {
      ports: { merger, pictures, steps: pdfSteps({ ...context, outbound, inputs }) },
      routes: pdfToolRoutes({ ...context, files, inputs, maxBytes, maxPages }),
      doctorChecks: [{ name: 'pdf-tools', run: checkConfinement }],
      start: () => pool.start(),
      stop: () => pool.close(),
    };
  },
});
