import {
  binaryReply,
  Conflict,
  contentDisposition,
  defineRoute,
  invalidFields,
  NotFound,
  type ReplyHeaders,
  type Route,
  ServiceUnavailable,
  IdParams,
} from '../../../server/contract/index.ts';
import { QUOTA_HEADERS, setQuota, UsageLimitExceeded } from '../../limits/contract.ts';
import { RenderFailed } from '../../rendering/contract.ts';
import { mediaTypeOf } from '../../storage/contract.ts';
import { webhookProblem, type WebhookSender } from '../../webhooks/contract.ts';
import { fileName, fileTypeOf, type ProducedDocument } from '../contract.ts';
import { GenerateBody, GenerateReply } from './generate.schemas.ts';
import { presentProduced } from './generation.presenter.ts';
import type { GenerateService } from './generate.service.ts';
import { generateExamples } from './generate.examples.ts';

const PRODUCED = ['application/pdf', 'image/png', 'image/jpeg'] as const;
const DOCUMENT_HEADERS: ReplyHeaders = {
  'X-Generation-Id': { type: 'string', description: 'The id of the document, also where the reply is the PDF itself.' },
  ...QUOTA_HEADERS,
};

interface ReplyTools {
  readonly preferredType: string;
  setHeader(name: string, value: string): void;
  holdsContentOf(id: string): void;
}

function reply(produced: ProducedDocument, output: 'url' | 'base64', { preferredType, setHeader, holdsContentOf }: ReplyTools) {
  setQuota(produced.usage, setHeader);
  setHeader('X-Generation-Id', produced.generation.id);
  // Once the document is deleted, a repetition makes it anew.
  holdsContentOf(produced.generation.id);
  const mediaType = mediaTypeOf(produced.generation.file?.key ?? '');
  if (preferredType !== mediaType) return presentProduced(produced, output);
  setHeader('Content-Disposition', contentDisposition('inline', fileName(produced.generation)));
  return binaryReply(produced.bytes, mediaType);
}

/** @throws ValidationError where the reply is to be a file of another type than the one that is asked for */
function refuseOtherType(preferredType: string, made: string): void {
  if (preferredType === made || !PRODUCED.some((type) => type === preferredType)) return;
  throw invalidFields([{ field: 'image', message: `makes ${made}, and the header Accept asks for ${preferredType}` }]);
}

export function generateRoutes(service: GenerateService, webhooks: WebhookSender | undefined): Route[] {
  const refuse = (url: string): void => {
    const message = webhookProblem(webhooks, url);
    if (message !== undefined) throw invalidFields([{ field: 'webhook', message }]);
  };
  return [
    defineRoute({
      method: 'post',
      path: '/v1/generate',
      auth: 'key',
      scope: 'generate',
      operationId: 'createGeneration',
      summary: 'Make a PDF',
      example: generateExamples.createGeneration,
      description:
        'Turns html, a saved template, React source or a page of the web into a PDF, or with `image` into a picture, and answers when it is done. With `Accept: application/pdf` (`image/png`, `image/jpeg`) the reply is the file itself.',
      idempotent: true,
      body: GenerateBody,
      status: 201,
      response: GenerateReply,
      produces: PRODUCED,
      headers: DOCUMENT_HEADERS,
      errors: [UsageLimitExceeded, NotFound, RenderFailed, ServiceUnavailable],
      async handle({ body, principal, signal, newId, ...tools }) {
        const { output = 'url', webhook, ...request } = body;
        refuseOtherType(tools.preferredType, mediaTypeOf(`.${fileTypeOf(request)}`));
        if (webhook !== undefined) refuse(webhook);
        const settings = { id: newId('gen'), output, webhook: webhook ?? null };
        return reply(await service.generate(request, settings, principal, signal), output, tools);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/generations/:id/retry',
      auth: 'key',
      scope: 'generate',
      operationId: 'retryGeneration',
      summary: 'Retry a failed document',
      example: generateExamples.retryGeneration,
      description:
        'As it was asked for at first, under its own id. Whether it is a test was decided then, not by the key that retries it; a document that is not counts again.',
      idempotent: true,
      params: IdParams,
      response: GenerateReply,
      produces: PRODUCED,
      headers: DOCUMENT_HEADERS,
      errors: [UsageLimitExceeded, NotFound, RenderFailed, Conflict, ServiceUnavailable],
      async handle({ params, principal, signal, ...tools }) {
        const produced = await service.retry(params.id, principal, signal);
        return reply(produced, produced.generation.output, tools);
      },
    }),
  ];
}
