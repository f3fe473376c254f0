import type { IncomingMessage } from 'node:http';
import { ValidationError } from '../../server/contract/index.ts';

const MAX_BYTES = 64 * 1024;
const tooLarge = () => ValidationError('The form may have at most 64 KB.');

/** @throws ValidationError for anything but a form of at most 64 KB */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    throw ValidationError('The form must be sent as application/x-www-form-urlencoded.');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      request.resume();
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
