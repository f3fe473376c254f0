import assert from 'node:assert/strict';
import { type Caller, type Generated, download } from '../../support/caller.ts';
import { textOf } from '../../support/pdf.ts';

/** A document and its text, with plain spaces. */
export async function printed(caller: Caller, body: object | string): Promise<Generated & { readonly text: string }> {
  const { status, body: reply } = await caller.send<Generated>('POST', '/v1/generate', body);
  assert.equal(status, 201, JSON.stringify([body, reply]));
  return { ...reply, text: (await textOf(await download(reply.url))).replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim() };
}

/** Code and subject of each warning. */
export const warningsOf = ({ warnings }: Generated): string[] => warnings.map(({ code, subject }) => `${code} ${subject ?? ''}`);
