/** An error as the API tells it. */
export class ApiError extends Error {
  readonly code: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];

  constructor(code: string, message: string, fields: ApiError['fields'] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** The session is over; the page has to be loaded anew by somebody who is signed in. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNAUTHORIZED';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Envelope {
  readonly error?: { readonly code: string; readonly message: string; readonly fields?: ApiError['fields'] };
}

const MAX_WAIT_S = 5;

/** Calls the hub as whoever is signed in. */
export class Api {
  readonly #root: string;
  readonly #csrf: string;

  constructor(root: string) {
    this.#root = `${root}/api`;
    this.#csrf = document.querySelector<HTMLMetaElement>('meta[name="csrf"]')?.content ?? '';
  }

  /** @throws ApiError; waits and tries once more when the account's rate is used up */
  async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const send = () =>
      fetch(this.#root + path, {
        method,
        headers: { 'content-type': 'application/json', 'x-csrf-token': this.#csrf },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    let reply = await send();
    if (reply.status === 429) {
      const seconds = Math.min(Number(reply.headers.get('retry-after') ?? 1), MAX_WAIT_S);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      reply = await send();
    }
    const answer = (await reply.json().catch(() => ({}))) as T & Envelope;
    if (reply.ok) return answer;
    const { code = 'FAILED', message = `The server answered ${String(reply.status)}.`, fields } = answer.error ?? {};
    throw new ApiError(code, message, fields);
  }
}
