import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { definePlugin, Outbound } from '../../server/contract/index.ts';
import { FileStore } from '../storage/contract.ts';
import { CertificateConfig, openCertificate } from './certificate.ts';
import { ChildPool } from './child/pool.ts';
import type { ToolResult } from './child/protocol.ts';
import { PdfMerger, PdfPictures, PdfSteps } from './contract.ts';
import { veraPdf } from './pdfa/judge.ts';
import { pdfaTool } from './pdfa/pdfa-tool.ts';
import { findFontFiles } from './font-files.ts';
import { signTool } from './sign-tool.ts';
import { pdfSteps } from './steps.ts';
import { pdfToolRoutes } from './pdf-tools.routes.ts';

const MAX_CHILDREN = 4;
const MERGE_LIMIT_MS = 60_000;
const PICTURE_LIMIT_MS = 10_000;
const MB = 1024 * 1024;

function onlyFile({ files }: ToolResult): Uint8Array {
  const [file] = files;
  if (file === undefined) throw new Error('a PDF tool made no file');
  return file;
}

export default definePlugin({
  name: 'pdf-tools',
  version: '1.0.0',
  hub: '^1',
  summary: 'Forms, signatures, splitting, merging and archiving of PDFs',
  config: z.strictObject({
    /** Largest PDF in bytes, decoded. */
    maxBytes: z
      .int()
      .min(1024)
      .default(25 * MB),
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
  }),
  requires: { files: FileStore, outbound: Outbound },
  provides: { merger: PdfMerger, pictures: PdfPictures, steps: PdfSteps },
  async setup({ config, deps: { files, outbound }, clock, log }) {
    const { maxBytes, maxPages, protect } = config;
    const fonts = await findFontFiles(config.fonts);
    const pool = new ChildPool({ size: config.children ?? Math.min(availableParallelism(), MAX_CHILDREN) + 1, fonts, log });
    const pdfa = pdfaTool(pool, config.veraPdf === undefined ? undefined : await veraPdf(config.veraPdf));
    const certificate = config.certificate === undefined ? undefined : await openCertificate(config.certificate, outbound, clock);
    const signing = signTool(pool, certificate, clock);
    const merger: PdfMerger = {
      async merge(accountId, pdfs) {
        const request = { operation: 'merge', pdfs: pdfs.map((bytes) => ({ bytes })), options: { maxPages: Infinity } };
        return onlyFile(await pool.run(accountId, request, MERGE_LIMIT_MS, new AbortController().signal));
      },
    };
    const pictures: PdfPictures = {
      async draw(accountId, pdf, page, dpi, thumbnail = false) {
        const request = { operation: 'preview', pdfs: [{ bytes: pdf }], options: { maxPages: Infinity, page, dpi, thumbnail } };
        return onlyFile(await pool.run(accountId, request, PICTURE_LIMIT_MS, new AbortController().signal));
      },
    };
    return {
      ports: { merger, pictures, steps: pdfSteps({ pool, pdfa, signing, outbound, maxBytes, protect, clock }) },
      routes: pdfToolRoutes({ pool, pdfa, signing, files, outbound, maxBytes, maxPages, protect, clock }),
      stop: () => pool.close(),
    };
  },
});
