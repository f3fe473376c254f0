import type { IncomingMessage } from 'node:http';
import { ValidationError } from '../contract/errors.ts';

const MAX_DEPTH = 100;

/** Deepest nesting of a JSON text, found without parsing it: recursive readers behind us must not overflow. */
function nestingDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // a string: skip to its closing quote
        for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
        break;
      case 0x5b:
      case 0x7b:
        deepest = Math.max(deepest, ++depth);
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
  return deepest;
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > limit) {
      request.resume();
      throw ValidationError(`The body is larger than the ${String(limit)} bytes allowed here.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON object of at most `limit` bytes.
 * @throws ValidationError for another media type, an encoding, broken JSON or too deep nesting.
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = /^application\/json(?:\s*;\s*charset\s*=\s*"?([\w-]+)"?)?\s*(?:;.*)?$/i.exec(request.headers['content-type'] ?? '');
  if (type === null) throw ValidationError('Send the body as JSON with the header Content-Type: application/json.');
  if (type[1] !== undefined && !/^utf-?8$/i.test(type[1])) throw ValidationError('Send the body in UTF-8.');
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
    throw ValidationError('Send the body without Content-Encoding.');
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    throw ValidationError(`The body is larger than the ${String(limit)} bytes allowed here.`);
  }
  const text = (await readBytes(request, limit)).toString('utf8');
  if (text.trim() === '') throw ValidationError('The body is empty; send a JSON object.');
  if (nestingDepth(text) > MAX_DEPTH) throw ValidationError(`The body is nested deeper than ${String(MAX_DEPTH)} levels.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw ValidationError('The body is not valid JSON.', { cause });
  }
}
