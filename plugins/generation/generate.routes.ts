import { binaryReply, defineRoute, NotFound, type Route, ServiceUnavailable } from '../../server/contract/index.ts';
import { setQuota, UsageLimitExceeded } from '../limits/contract.ts';
import { RenderFailed } from '../rendering/contract.ts';
import type { ProducedDocument } from './contract.ts';
import { Conflict } from './errors.ts';
import { GenerateBody, GenerateReply, GenerationParams } from './generate.schemas.ts';
import { presentProduced } from './generation.presenter.ts';
import type { Producer } from './producer.ts';

type SetHeader = (name: string, value: string) => void;

const wantsPdf = (accept: string): boolean => /(^|,)\s*application\/pdf\s*(;|,|$)/i.test(accept);

function reply(produced: ProducedDocument, output: 'url' | 'base64', accept: string, setHeader: SetHeader) {
  setQuota(produced.usage, setHeader);
  setHeader('X-Generation-Id', produced.generation.id);
  return wantsPdf(accept) ? binaryReply(produced.pdf, 'application/pdf') : presentProduced(produced, output);
}

export function generateRoutes(producer: Producer, refuse: (body: { readonly webhook?: string | undefined }) => void): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/generate',
      auth: 'key',
      scope: 'generate',
      summary: 'Make a PDF',
      description:
        'Turns html, a saved template or React source into a PDF and answers when it is done. With `Accept: application/pdf` the reply is the file itself.',
      idempotent: true,
      body: GenerateBody,
      example: { html: '<h1>Hello {{name}}</h1>', data: { name: 'Ada' }, options: { format: 'A4' } },
      status: 201,
      response: GenerateReply,
      produces: ['application/pdf'],
      errors: [UsageLimitExceeded, NotFound, RenderFailed, ServiceUnavailable],
      async handle({ body, principal, signal, header, setHeader, newId }) {
        const { output = 'url', webhook, ...request } = body;
        refuse({ webhook });
        const settings = { id: newId('gen'), output, webhook: webhook ?? null };
        return reply(await producer.generate(request, settings, principal, signal), output, header('accept'), setHeader);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/v1/generations/:id/retry',
      auth: 'key',
      scope: 'generate',
      summary: 'Make a failed document again',
      idempotent: true,
      params: GenerationParams,
      response: GenerateReply,
      produces: ['application/pdf'],
      errors: [UsageLimitExceeded, RenderFailed, Conflict, ServiceUnavailable],
      async handle({ params, principal, signal, header, setHeader }) {
        return reply(await producer.retry(params.id, principal, signal), 'url', header('accept'), setHeader);
      },
    }),
  ];
}
