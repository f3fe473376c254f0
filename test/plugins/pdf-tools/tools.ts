import assert from 'node:assert/strict';
import { type Caller, download } from '../../support/caller.ts';
import { base64 } from './fixtures.ts';

export interface FileReply {
  readonly url?: string;
  readonly data?: string;
  readonly file_size: number;
}

/** Calls PDF tools that must answer, or must refuse. */
export class Tools {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  call = async <T = FileReply>(tool: string, body: object): Promise<T> => {
    const reply = await this.#caller.send<T>('POST', `/v1/pdf/${tool}`, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };

  refused = async (tool: string, body: object, fields: readonly string[], message?: RegExp): Promise<void> => {
    const error = await this.#caller.refused('POST', `/v1/pdf/${tool}`, body, 400, 'VALIDATION_ERROR', fields);
    if (message !== undefined) assert.match(error.message, message);
  };

  valuesOf = async (pdf: Uint8Array): Promise<Record<string, unknown>> => {
    const { fields } = await this.call<{ fields: { name: string; value: unknown }[] }>('forms/list-fields', { pdf: base64(pdf) });
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  };
}

export async function bytesOf(reply: FileReply): Promise<Uint8Array> {
  const bytes = reply.data === undefined ? await download(reply.url ?? '') : new Uint8Array(Buffer.from(reply.data, 'base64'));
  assert.equal(bytes.byteLength, reply.file_size);
  return bytes;
}
