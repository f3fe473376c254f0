import assert from 'node:assert/strict';
import { type Caller, download } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { hasPoppler } from '../../support/poppler.ts';
import { base64 } from './fixtures.ts';

export interface FileReply {
  readonly url?: string;
  readonly data?: string;
  readonly file_size: number;
}

/** Calls PDF tools that must answer, or must refuse. */
export class Tools {
  #caller: Caller | undefined;

  constructor(caller?: Caller) {
    this.#caller = caller;
  }

  get caller(): Caller {
    assert.ok(this.#caller !== undefined, 'the hook that starts the hub has not run');
    return this.#caller;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
  }

  call = async <T = FileReply>(tool: string, body: object): Promise<T> => {
    const reply = await this.caller.send<T>('POST', `/v1/pdf/${tool}`, body);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body;
  };

  refused = async (tool: string, body: object, fields: readonly string[], message?: RegExp): Promise<void> => {
    const error = await this.caller.refused('POST', `/v1/pdf/${tool}`, body, 400, 'VALIDATION_ERROR', fields);
    if (message !== undefined) assert.match(error.message, message);
  };

  valuesOf = async (pdf: Uint8Array): Promise<Record<string, unknown>> => {
    const { fields } = await this.call<{ fields: { name: string; value: unknown }[] }>('forms/list-fields', { pdf: base64(pdf) });
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  };
}

/** Tools of an account of its own, for a group of tests that poppler judges; they are skipped where it is missing. */
export function popplerTools(): Tools {
  const tools = new Tools();
  let hub: SharedHub | undefined;
  before(async function () {
    if (!hasPoppler()) this.skip();
    hub = await sharedHub();
    tools.caller = await hub.account();
  });
  after(() => hub?.stop());
  return tools;
}

export async function bytesOf(reply: FileReply): Promise<Uint8Array> {
  const bytes = reply.data === undefined ? await download(reply.url ?? '') : new Uint8Array(Buffer.from(reply.data, 'base64'));
  assert.equal(bytes.byteLength, reply.file_size);
  return bytes;
}
