import type { z } from 'zod';
import { defineRoute, type ErrorKind, InternalError, invalidFields, type Principal, type Route } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import { PreviewRoute } from './contract.ts';
import type { ChildPool } from './child/pool.ts';
import type { JobInput, TaskResult } from './child/worker.ts';
import { ConversionFailed, NotImplemented } from './errors.ts';
import { decodeImage } from './image-input.ts';
import { LIMIT_MS } from './limits.ts';
import type { PdfaTool } from './pdfa/pdfa-tool.ts';
import type { PdfCall, PdfInputs, PdfSource } from './pdf-input.ts';
import { deliver, refuseInline } from './pdf-output.ts';
import type { JobFiles } from './spool.ts';
import {
  AddFieldsBody,
  FileReply,
  FillBody,
  InfoReply,
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
  SourceBody,
  SplitBody,
  SplitReply,
  WatermarkBody,
} from './pdf-tools.schemas.ts';
import type { SignTool } from './sign-tool.ts';

const MB = 1024 * 1024;
const STORED_AT_ONCE = 16;
/** Parts that are larger are stored one by one. */
const SMALL = MB;

export interface ToolParts {
  readonly pool: ChildPool;
  readonly pdfa: PdfaTool;
  readonly signing: SignTool;
  readonly files: FileStore;
  readonly inputs: PdfInputs;
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly protect: boolean;
  readonly clock: () => Date;
}

interface Call {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

export function pdfToolRoutes({ pool, pdfa, signing, files, inputs, maxBytes, maxPages, protect, clock }: ToolParts): Route[] {
  // Base64 is a third larger; one that is a little too large is answered with its size.
  const bodyLimit = Math.ceil(maxBytes * 1.5) + MB;
  const common = { method: 'post', auth: 'key', scope: 'tools', bodyLimit, textLimit: bodyLimit, idempotent: true } as const;

  /** Runs an operation, and `use` while its files are there. */
  const runAll = async <T>(
    operation: string,
    sources: readonly PdfSource[],
    prefixes: readonly string[],
    options: object,
    { principal: { accountId }, signal }: Call,
    use: (result: TaskResult) => Promise<T>,
  ): Promise<T> => {
    const call: PdfCall = { accountId, signal };
    return inputs.with(call, sources, prefixes, async (pdfs, made) =>
      use(await pool.run({ ...call, operation, inputs: pdfs, options: { maxPages, ...options }, limitMs: LIMIT_MS, files: made })),
    );
  };

  const run = async <T>(
    operation: string,
    body: PdfSource,
    options: object,
    call: Call,
    use: (result: TaskResult) => Promise<T>,
  ): Promise<T> => runAll(operation, [body], [''], options, call, use);

  /** For tools that run operations themselves. */
  const withInput = async <T>(
    body: PdfSource,
    { principal: { accountId }, signal }: Call,
    use: (call: PdfCall, input: JobInput, made: JobFiles) => Promise<T>,
  ): Promise<T> => {
    const call: PdfCall = { accountId, signal };
    return inputs.with(call, [body], [''], async ([input], made) => {
      if (input === undefined) throw InternalError('There is no input.');
      return use(call, input, made);
    });
  };

  const only = async ({ files: [file] }: TaskResult, output: 'url' | 'base64', filename: string, accountId: string) => {
    if (file === undefined) throw InternalError('The operation produced no file.');
    return deliver(file, output, files, filename, accountId);
  };
  const warningsOf = ({ warnings = [] }: TaskResult) => (warnings.length === 0 ? {} : { warnings: [...warnings] });

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
    flags?(result: TaskResult): object;
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
        const sent = body as z.output<B> & PdfSource;
        return run(spec.operation, sent, spec.options(sent), { principal, signal }, async (result) => ({
          ...(await only(result, sent.output, spec.filename, principal.accountId)),
          ...spec.flags?.(result),
          ...warningsOf(result),
        }));
      },
    });

  return [
    defineRoute({
      ...common,
      path: '/v1/pdf/forms/list-fields',
      summary: 'List the form fields of a PDF with their values',
      body: SourceBody,
      response: ListFieldsReply,
      async handle({ body, principal, signal }) {
        return run('list-fields', body, {}, { principal, signal }, async ({ facts }) => ListFieldsReply.parse(facts));
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
      async handle({ body, principal, signal }) {
        const problem = signing.rejectionReason(body);
        if (problem !== undefined) throw invalidFields([problem]);
        return withInput(body, { principal, signal }, async (call, input, made) => {
          const result = await signing.sign(call, input, body, maxPages, made);
          return {
            ...(await only(result, body.output, 'signed.pdf', principal.accountId)),
            signed: true as const,
            signature_annotation_added: true as const,
            cryptographically_signed: body.certificate,
            ...(body.certificate ? { level: levelOf(result) } : {}),
            ...warningsOf(result),
          };
        });
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
        return run('split', body, { ranges: body.ranges }, { principal, signal }, async (result) => {
          refuseInline(result.files, body.output);
          const parts: Awaited<ReturnType<typeof deliver>>[] = [];
          const atOnce = result.files.some(({ byteLength }) => byteLength > SMALL) ? 1 : STORED_AT_ONCE;
          for (let at = 0; at < result.files.length; at += atOnce) {
            const some = result.files.slice(at, at + atOnce);
            parts.push(
              ...(await Promise.all(
                some.map(async (file, i) => deliver(file, body.output, files, `part-${String(at + i + 1)}.pdf`, principal.accountId)),
              )),
            );
          }
          return { parts, total: parts.length, ...warningsOf(result) };
        });
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/pdf/pdfa',
      summary: 'Convert to PDF/A-1b, 2b or 3b; the result is checked before it is called that',
      body: PdfaBody,
      response: PdfaReply,
      errors: [ConversionFailed],
      async handle({ body, principal, signal }) {
        const { title, author, subject, level, facturx: invoice } = body;
        const options = { maxPages, title, author, subject, level, invoice, now: clock().toISOString() };
        return withInput(body, { principal, signal }, async (call, input, made) => {
          const result = await pdfa(call, input, options, made);
          return PdfaReply.parse({
            ...(await only(result, body.output, 'archive.pdf', principal.accountId)),
            pdfa: true,
            ...result.facts,
            ...warningsOf(result),
          });
        });
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
        const prefixes = body.pdfs.map((_, i) => `pdfs.${String(i)}.`);
        const ranges = body.pdfs.map((pdf) => pdf.ranges);
        return runAll('merge', body.pdfs, prefixes, { ranges }, { principal, signal }, async (result) => ({
          ...(await only(result, body.output, 'merged.pdf', principal.accountId)),
          pages: Number(result.facts?.['pages']),
          ...warningsOf(result),
        }));
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
      body: SourceBody,
      response: InfoReply,
      async handle({ body, principal, signal }) {
        return run('info', body, {}, { principal, signal }, async ({ facts }) => InfoReply.parse(facts));
      },
    }),
    fileTool({
      path: PreviewRoute.path,
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

const levelOf = ({ facts }: TaskResult): 'B-B' | 'B-T' => (facts?.['level'] === 'B-T' ? 'B-T' : 'B-B');

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
