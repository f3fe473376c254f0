import type { HubError } from '../contract/errors.ts';

const MAX_FIELDS = 20;
const MAX_MESSAGE = 300;
const clip = (text: string): string => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);

/** The body of every error; here because it is answered before the code of the hub, the database's driver among it, is read. */
export function errorEnvelope(error: HubError, requestId: string): object {
  return {
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      ...(error.fields === undefined
        ? {}
        : { fields: error.fields.slice(0, MAX_FIELDS).map(({ field, message }) => ({ field: clip(field), message: clip(message) })) }),
      ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
    },
  };
}
