import type { z } from 'zod';
import {
  defineRoute,
  type ErrorKind,
  InternalError,
  invalidFields,
  type Outbound,
  type Principal,
  type Route,
} from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import type { ChildPool } from './child/pool.ts';
import type { ChildInput, ToolResult } from './child/protocol.ts';
import { ConversionFailed, NotImplemented } from './errors.ts';
import { decodeImage } from './image-input.ts';
import { LIMIT_MS } from './limits.ts';
import type { PdfaTool } from './pdfa/pdfa-tool.ts';
import { readPdfSource } from './pdf-input.ts';
import { deliver } from './pdf-output.ts';
import {
  AddFieldsBody,
  FileReply,
  FillBody,
  InfoBody,
  InfoReply,
  ListFieldsBody,
  ListFieldsReply,
  MergeBody,
  MergeReply,
  PdfaBody,
  PdfaReply,
  PreviewBody,
  PreviewReply,
  ProtectBody,
  ProtectReply,
  SignBody,
  SignReply,
  SplitBody,
  SplitReply,
  WatermarkBody,
} from './pdf-tools.schemas.ts';
import type { SignTool } from './sign-tool.ts';

const MB = 1024 * 1024;
const STORED_AT_ONCE = 16;

export interface ToolParts {
  readonly pool: ChildPool;
  readonly pdfa: PdfaTool;
  readonly signing: SignTool;
  readonly files: FileStore;
  readonly outbound: Outbound;
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly protect: boolean;
  readonly clock: () => Date;
}

interface Call {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

export function pdfToolRoutes({ pool, pdfa, signing, files, outbound, maxBytes, maxPages, protect, clock }: ToolParts): Route[] {
  // Base64 is a third larger; one that is a little too large is answered with its size.
  const bodyLimit = Math.ceil(maxBytes * 1.5) + MB;
  const common = { method: 'post', auth: 'key', scope: 'tools', bodyLimit, idempotent: true } as const;

  const runAll = async (
    operation: string,
    pdfs: readonly ChildInput[],
    options: object,
    { principal, signal }: Call,
  ): Promise<ToolResult> => pool.run(principal.accountId, { operation, pdfs, options: { maxPages, ...options } }, LIMIT_MS, signal);

  const run = async (operation: string, body: Parameters<typeof readPdfSource>[0], options: object, call: Call): Promise<ToolResult> =>
    runAll(operation, [await readPdfSource(body, outbound, maxBytes)], options, call);

  const only = async ({ files: [file] }: ToolResult, output: 'url' | 'base64', filename: string) => {
    if (file === undefined) throw InternalError('The operation made no file.');
    return deliver(file, output, files, filename);
  };
  const said = ({ warnings = [] }: ToolResult) => (warnings.length === 0 ? {} : { warnings: [...warnings] });

  /** A tool that makes one file; `flags` are what its reply says besides. */
  const fileTool = <B extends z.ZodType<{ output: 'url' | 'base64' }>>(spec: {
    readonly path: `/v1/pdf/${string}`;
    readonly summary: string;
    readonly operation: string;
    readonly body: B;
    readonly response: z.ZodType;
    readonly filename: string;
    readonly errors?: readonly ErrorKind[];
    options(body: z.output<B>): object;
    flags?(result: ToolResult): object;
  }): Route =>
    defineRoute({
      ...common,
      path: spec.path,
      summary: spec.summary,
      body: spec.body,
      response: spec.response,
      ...(spec.errors === undefined ? {} : { errors: spec.errors }),
      async handle({ body, principal, signal }) {
        // What the route's own schema gave; generic over it, the compiler cannot see that it is there.
        const sent = body as z.output<B> & Parameters<typeof readPdfSource>[0];
        const result = await run(spec.operation, sent, spec.options(sent), { principal, signal });
        const reply = { ...(await only(result, sent.output, spec.filename)), ...spec.flags?.(result), ...said(result) };
        return reply;
      },
    });

  return [
    defineRoute({
      ...common,
      path: '/v1/pdf/forms/list-fields',
      summary: 'List the form fields of a PDF with their values',
      body: ListFieldsBody,
      response: ListFieldsReply,
      async handle({ body, principal, signal }) {
        const { facts } = await run('list-fields', body, {}, { principal, signal });
        return ListFieldsReply.parse(facts);
      },
    }),
    fileTool({
      path: '/v1/pdf/forms/fill',
      summary: 'Fill form fields: all that are named, or none',
      operation: 'fill',
      body: FillBody,
      response: FileReply,
      filename: 'filled.pdf',
      options: ({ fields, flatten }) => ({ fields, flatten }),
    }),
    fileTool({
      path: '/v1/pdf/forms/add-fields',
      summary: 'Add text fields, checkboxes and dropdowns',
      operation: 'add-fields',
      body: AddFieldsBody,
      response: FileReply,
      filename: 'form.pdf',
      options: ({ fields }) => ({ fields }),
    }),
    defineRoute({
      ...common,
      path: '/v1/pdf/sign',
      summary: 'Put a visual signature on a page, and with certificate: true a digital one into the file',
      description: 'Without certificate it is an annotation, which proves nothing. A file that is signed already is only appended to.',
      body: SignBody,
      response: SignReply,
      async handle({ body, principal: { accountId }, signal }) {
        const problem = signing.objection(body);
        if (problem !== undefined) throw invalidFields([problem]);
        const result = await signing.sign(accountId, await readPdfSource(body, outbound, maxBytes), body, maxPages, signal);
        return {
          ...(await only(result, body.output, 'signed.pdf')),
          signed: true as const,
          signature_annotation_added: true as const,
          cryptographically_signed: body.certificate,
          ...(body.certificate ? { level: levelOf(result) } : {}),
          ...said(result),
        };
      },
    }),
    protect
      ? fileTool({
          path: '/v1/pdf/protect',
          summary: 'Encrypt a PDF with AES-256',
          operation: 'protect',
          body: ProtectBody,
          response: ProtectReply,
          filename: 'protected.pdf',
          options: ({ owner_password, user_password, permissions }) => ({
            ownerPassword: owner_password,
            userPassword: user_password,
            ...permissions,
          }),
          flags: () => ({ protected: true }),
        })
      : disabledProtect(common),
    defineRoute({
      ...common,
      path: '/v1/pdf/split',
      summary: 'Split a PDF into parts, which hold nothing of each other',
      body: SplitBody,
      response: SplitReply,
      async handle({ body, principal, signal }) {
        const result = await run('split', body, { ranges: body.ranges }, { principal, signal });
        const parts: Awaited<ReturnType<typeof deliver>>[] = [];
        for (let at = 0; at < result.files.length; at += STORED_AT_ONCE) {
          const some = result.files.slice(at, at + STORED_AT_ONCE);
          parts.push(
            ...(await Promise.all(some.map(async (file, i) => deliver(file, body.output, files, `part-${String(at + i + 1)}.pdf`)))),
          );
        }
        return { parts, total: parts.length, ...said(result) };
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/pdf/pdfa',
      summary: 'Convert to PDF/A-1b, 2b or 3b; the result is checked before it is called that',
      body: PdfaBody,
      response: PdfaReply,
      errors: [ConversionFailed],
      async handle({ body, principal: { accountId }, signal }) {
        const { title, author, subject, level, facturx: invoice } = body;
        const options = { maxPages, title, author, subject, level, invoice, now: clock().toISOString() };
        const result = await pdfa(accountId, await readPdfSource(body, outbound, maxBytes), options, signal);
        return PdfaReply.parse({ ...(await only(result, body.output, 'archive.pdf')), pdfa: true, ...result.facts, ...said(result) });
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/pdf/merge',
      summary: 'Merge 2 to 50 PDFs, or some of their pages',
      bodyLimit: bodyLimit * 3,
      body: MergeBody,
      response: MergeReply,
      async handle({ body, principal, signal }) {
        const inputs: ChildInput[] = [];
        for (const [i, pdf] of body.pdfs.entries()) inputs.push(await readPdfSource(pdf, outbound, maxBytes, `pdfs.${String(i)}.`));
        const result = await runAll('merge', inputs, { ranges: body.pdfs.map(({ ranges }) => ranges) }, { principal, signal });
        return { ...(await only(result, body.output, 'merged.pdf')), pages: Number(result.facts?.['pages']), ...said(result) };
      },
    }),
    fileTool({
      path: '/v1/pdf/watermark',
      summary: 'Draw a text or a picture across pages',
      operation: 'watermark',
      body: WatermarkBody,
      response: FileReply,
      filename: 'marked.pdf',
      options: ({ text, image, opacity, rotation, font_size, color, layer, pages }) => ({
        ...{ text, opacity, rotation, font_size, color, layer, pages },
        image: decodeImage(image),
      }),
    }),
    defineRoute({
      ...common,
      path: '/v1/pdf/info',
      summary: 'Pages, metadata, form fields and claims of a PDF',
      body: InfoBody,
      response: InfoReply,
      async handle({ body, principal, signal }) {
        const { facts } = await run('info', body, {}, { principal, signal });
        return InfoReply.parse(facts);
      },
    }),
    fileTool({
      path: '/v1/pdf/preview',
      summary: 'A picture (PNG) of one page',
      operation: 'preview',
      body: PreviewBody,
      response: PreviewReply,
      filename: 'page.png',
      options: ({ page, dpi }) => ({ page, dpi }),
      flags: ({ facts }) => ({ ...facts }),
    }),
  ];
}

const levelOf = ({ facts }: ToolResult): 'B-B' | 'B-T' => (facts?.['level'] === 'B-T' ? 'B-T' : 'B-B');

/** Answered before the body is read: what it holds does not matter. */
function disabledProtect(common: { readonly method: 'post'; readonly auth: 'key'; readonly scope: 'tools' }): Route {
  const { method, auth, scope } = common;
  return defineRoute({
    method,
    auth,
    scope,
    path: '/v1/pdf/protect',
    summary: 'Encrypt a PDF (disabled on this server)',
    response: ProtectReply,
    errors: [NotImplemented],
    async handle() {
      throw NotImplemented('Protecting PDFs is disabled on this server; its operator enables it by pdf-tools.protect.');
    },
  });
}
