import type { AfterResponseMiddleware, BeforeRequestMiddleware, HttpRequestOptionsWithUrl } from 'zapier-platform-core';
import { baseUrl } from './base-url.ts';

const DEFAULT_WAIT_S = 30;

interface Refusal {
  readonly error?: { readonly code?: string; readonly message?: string; readonly fields?: readonly { field: string; message: string }[] };
}

/** The key goes to the hub's API and nowhere else: not to the host of files, and not to a webhook's. */
export const addKey: BeforeRequestMiddleware = (request, z, bundle) => {
  const { url = '' } = request as HttpRequestOptionsWithUrl;
  if (bundle?.authData['api_key'] === undefined || !url.startsWith(`${baseUrl(z, bundle)}/v1/`)) return request;
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${String(bundle.authData['api_key'])}` } };
};

/** Platen's errors in the kinds Zapier knows, with Platen's sentence. */
export const explainErrors: AfterResponseMiddleware = (response, z) => {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  const { code = 'ERROR', message = '' } = refusalOf(response.content).error ?? {};
  const sentence = message === '' ? `Platen answered ${String(response.status)}.` : message;
  switch (response.status) {
    case 401:
      throw new z.errors.ExpiredAuthError(`${sentence} Reconnect your Platen account with a key that is valid.`);
    case 429:
      throw new z.errors.ThrottledError(sentence, Number(response.getHeader('retry-after') ?? DEFAULT_WAIT_S));
    case 503:
      throw new z.errors.ThrottledError(sentence, Number(response.getHeader('retry-after') ?? DEFAULT_WAIT_S));
    default:
      throw new z.errors.Error(sentence, code, response.status);
  }
};

function refusalOf(content: string | undefined): Refusal {
  try {
    return JSON.parse(content ?? '') as Refusal;
  } catch {
    return {}; // not Platen's own answer: a proxy's, say
  }
}
