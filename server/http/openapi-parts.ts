import type { ReplyHeaders } from '../contract/route.ts';

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: 'invoice-2026-0042',
};

export const IDEMPOTENCY_SCOPE = {
  name: 'Idempotency-Scope',
  in: 'header',
  required: false,
  description: '`body`: requests with different bodies are different requests, although they have the same `Idempotency-Key`.',
  schema: { type: 'string', pattern: '^body$' },
};

/** Headers that replies may have whatever their route. */
export const COMMON_HEADERS = {
  'X-Request-Id': {
    type: 'string',
    description: 'The id of the request, also in the log of the server. Your own is kept when you send one.',
  },
  'Retry-After': { type: 'integer', description: 'Seconds after which the same request may succeed.' },
  'Idempotent-Replayed': {
    type: 'string',
    description: '`true` where the reply is that to an earlier request with this `Idempotency-Key`.',
  },
} as const satisfies ReplyHeaders;

export const AUTHENTICATION = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key of the dashboard, as `Authorization: Bearer pk_live_sk_…`. Keys with `test` in their prefix make watermarked documents that do not count.',
};

export const SUCCESS: Readonly<Record<200 | 201 | 202, string>> = {
  200: 'Success.',
  201: 'Made.',
  202: 'Accepted; the work goes on in the background.',
};

/**
 * What every error is answered with.
 * @param codes all that occur
 */
export const errorSchema = (codes: readonly string[]) => ({
  type: 'object',
  description: 'What every error is answered with.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: {
          type: 'string',
          enum: codes,
          description:
            'The kind of error, for programs: such as `VALIDATION_ERROR`. It never changes its meaning; later versions may have more.',
        },
        message: { type: 'string', description: 'What is wrong, where, and what to do; for people. Its wording may change.' },
        request_id: { type: 'string', description: 'Of this request, also in the header `X-Request-Id` and in the log of the server.' },
        generation_id: { type: 'string', description: 'The document that failed, where one was recorded.' },
        fields: {
          type: 'array',
          description: 'Every wrong field of the request, up to 20.',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: {
              field: {
                type: 'string',
                description: 'Where it is, such as `options.margin.top` or `items.3.html`; empty for the request itself.',
              },
              message: { type: 'string', description: 'What is wrong with it; reads on after the name of the field.' },
            },
          },
        },
        retry_after: {
          type: 'integer',
          format: 'int32',
          minimum: 1,
          description: 'Seconds after which the same request may succeed, as in the header `Retry-After`.',
        },
      },
    },
  },
  example: {
    error: {
      code: 'VALIDATION_ERROR',
      message: 'options.orientation: must be portrait or landscape',
      request_id: 'req_5Gk2mPz8Tq',
      fields: [{ field: 'options.orientation', message: 'must be portrait or landscape' }],
    },
  },
});
