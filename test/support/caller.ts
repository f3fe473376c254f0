import assert from 'node:assert/strict';

export interface Envelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly request_id: string;
    readonly fields?: readonly { readonly field: string; readonly message: string }[];
    readonly retry_after?: number;
  };
}

export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Generated {
  readonly id: string;
  readonly status: string;
  readonly url: string;
  readonly url_expires_at: string;
  readonly data?: string;
  readonly pages: number;
  readonly file_size: number;
  readonly generation_time_ms: number;
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly subject?: string; readonly text?: string }[];
}

/** Speaks to a hub with one account's key. */
export class Caller {
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  readonly email: string;
  readonly keyId: string;

  constructor(url: string, key: string, account: { accountId: string; email: string; keyId: string }) {
    this.url = url;
    this.key = key;
    this.accountId = account.accountId;
    this.email = account.email;
    this.keyId = account.keyId;
  }

  async raw(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const { body } = init;
    return fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(init.signal === undefined ? {} : { signal: init.signal }),
    });
  }

  async send<T = Envelope>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Reply<T>> {
    const response = await this.raw(method, path, {
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }

  /** Makes a document that must succeed. */
  async generate(body: object): Promise<Generated> {
    const reply = await this.send<Generated>('POST', '/v1/generate', body);
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body;
  }

  /** Makes a document that must succeed, and fetches its bytes by the public link. */
  async pdf(body: object): Promise<Uint8Array> {
    const { url } = await this.generate(body);
    return download(url);
  }

  /** Asserts that a request is refused by the envelope with this status and code, and names these fields. */
  async refused(
    method: string,
    path: string,
    body: unknown,
    status: number,
    code: string,
    fields?: readonly string[],
  ): Promise<Envelope['error']> {
    const reply = await this.send(method, path, body);
    assertEnvelope(reply, status, code);
    if (fields !== undefined) {
      assert.deepEqual(
        [...new Set(reply.body.error.fields?.map(({ field }) => field))].sort(),
        [...fields].sort(),
        JSON.stringify(reply.body),
      );
    }
    return reply.body.error;
  }
}

export async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

export function assertEnvelope(reply: Reply<Envelope>, status: number, code: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body));
  assert.equal(reply.body.error.code, code);
  assert.ok(reply.body.error.message.length > 5);
  assert.equal(reply.body.error.request_id, reply.headers.get('x-request-id'));
  assert.doesNotMatch(JSON.stringify(reply.body), /node_modules|\.ts:\d|at async|mongodb:|ECONN/);
}
