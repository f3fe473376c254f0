import type {
  AfterResponseMiddleware,
  BeforeRequestMiddleware,
  Bundle,
  HttpRequestOptionsWithUrl,
  HttpResponse,
  RawHttpResponse,
  ZObject,
} from 'zapier-platform-core';
import { baseUrl } from './base-url.ts';

const DEFAULT_WAIT_S = 30;
const MAX_WAIT_S = 3600;

interface Refusal {
  readonly error?: { readonly code?: string; readonly message?: string; readonly fields?: readonly { field: string; message: string }[] };
}

/** The key goes to the hub's API and nowhere else: not to the host of files, and not to a webhook's. */
export const addKey: BeforeRequestMiddleware = (request, z, bundle) => {
  const { url = '' } = request as HttpRequestOptionsWithUrl;
  // Zapier's own handling of 429 comes first otherwise, and knows no dates.
  Object.assign(request, { throwForThrottlingEarly: false });
  if (bundle?.authData['api_key'] === undefined || !url.startsWith(`${baseUrl(z, bundle)}/v1/`)) return request;
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${String(bundle.authData['api_key'])}` } };
};

export const explainErrors: AfterResponseMiddleware = (response, z, bundle) =>
  response.skipThrowForStatus ? response : answerOf(response, z, bundle);

/**
 * The response, when it is Platen's answer to what was asked.
 * @throws Platen's errors in the kinds Zapier knows, with Platen's sentence
 */
export async function answerOf<R extends HttpResponse>(response: R, z: ZObject, bundle: Bundle): Promise<R> {
  if (response.getHeader('idempotency-mismatch') === 'true') {
    const message = 'This is the result of another request with the same Request ID, so it is not passed on. Map another Request ID.';
    throw new z.errors.Error(message, 'IDEMPOTENCY_MISMATCH', 409);
  }
  const { url = '', raw = false } = response.request as HttpRequestOptionsWithUrl & { raw?: boolean };
  if (response.status < 400) {
    if (!raw && url.startsWith(`${baseUrl(z, bundle)}/v1/`) && !isJson(response.content)) {
      throw new z.errors.Error('The answer did not come from Platen. Check the address of the connection.', 'NOT_PLATEN', 502);
    }
    return response;
  }
  // What is streamed has no content until it is read.
  const content = raw ? await (response as unknown as RawHttpResponse).text() : response.content;
  const { code = 'ERROR', message = '', fields = [] } = refusalOf(content).error ?? {};
  const all = fields.length > 1 ? fields.map(({ field, message: what }) => `${field}: ${what}`).join('; ') : message;
  const sentence = all === '' ? `Platen answered ${String(response.status)}.` : all;
  const isBusy = response.status === 429 || code === 'IDEMPOTENCY_IN_PROGRESS' || (response.status === 503 && code !== 'AI_NOT_CONFIGURED');
  if (response.status === 401) {
    throw new z.errors.ExpiredAuthError(`${sentence} Reconnect your Platen account with a key that is valid.`);
  }
  if (isBusy) throw new z.errors.ThrottledError(sentence, secondsUntil(response.getHeader('retry-after')));
  throw new z.errors.Error(sentence, code, response.status);
}

/** Whether Platen itself knows nothing of what was asked for: another server's 404 says nothing of that. */
export const isMissing = ({ status, content }: HttpResponse): boolean => status === 404 && refusalOf(content).error?.code !== undefined;

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return DEFAULT_WAIT_S;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? DEFAULT_WAIT_S : Math.min(Math.max(seconds, 1), MAX_WAIT_S);
}

function isJson(content: string | undefined): boolean {
  try {
    const value: unknown = JSON.parse(content ?? '');
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function refusalOf(content: string | undefined): Refusal {
  try {
    return (JSON.parse(content ?? '') ?? {}) as Refusal;
  } catch {
    return {}; // not Platen's own answer: a proxy's, say
  }
}
