import type { IncomingMessage } from 'node:http';
import { ValidationError } from '../../server/contract/index.ts';

const MAX_BYTES = 64 * 1024;

/** @throws ValidationError for anything but a form of at most 64 KB */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    throw ValidationError('The form must be sent as application/x-www-form-urlencoded.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw ValidationError('The form may have at most 64 KB.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
