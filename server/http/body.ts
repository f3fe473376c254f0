import type { IncomingMessage } from 'node:http';
import { type HubError, ValidationError } from '../contract/errors.ts';
import { canonicalDigest } from '../idempotency/canonical.ts';
import type { BodyShare } from './body-budget.ts';
import type { JsonParser, ParsedBody } from './json-parser.ts';
import { type JsonLimits, JsonScan } from './json-scan.ts';

export interface BodyRules {
  readonly parser: JsonParser;
  readonly json: JsonLimits;
  /** Largest size in bytes. */
  readonly limit: number;
  /** Whose turn parsing takes, and whose budget the bytes are part of. */
  readonly owner: string;
  readonly share: BodyShare;
  readonly wantsDigest: boolean;
  /** Nothing at all is the same as an empty object, however it is sent. */
  readonly isOptional: boolean;
}

const BLOCK_BYTES = 1024 * 1024;
const FIRST_BLOCK_BYTES = 16 * 1024;
const SPACE = 0x20;

/** Bytes in memory of their own, which can be handed to a thread: what a socket gives is shared with other reads. */
class Blocks {
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #open = new Uint8Array(FIRST_BLOCK_BYTES);
  #filled = 0;

  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.byteLength > 0) {
      if (this.#filled === this.#open.byteLength) {
        this.#full.push(this.#open);
        this.#open = new Uint8Array(BLOCK_BYTES);
        this.#filled = 0;
      }
      const part = rest.subarray(0, this.#open.byteLength - this.#filled);
      this.#open.set(part, this.#filled);
      this.#filled += part.byteLength;
      rest = rest.subarray(part.byteLength);
    }
  }

  take(): readonly Uint8Array<ArrayBuffer>[] {
    return [...this.#full, this.#open.subarray(0, this.#filled)];
  }
}

const tooLarge = (limit: number): HubError => ValidationError(`The body is larger than the ${String(limit)} bytes allowed here.`);

/** Reads to the end; what comes after a refusal is read and dropped, so that the caller sees the reply. */
function readBlocks(request: IncomingMessage, { limit, json, share }: BodyRules): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const blocks = new Blocks();
  const scan = new JsonScan(json);
  let size = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      try {
        size += chunk.byteLength;
        if (size > limit) throw tooLarge(limit);
        share.take(chunk.byteLength);
        scan.push(chunk);
        blocks.push(chunk);
      } catch (error) {
        request.off('data', onData);
        request.resume();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    request.on('data', onData);
    request.once('end', () => {
      resolve(blocks.take());
    });
    request.once('error', (cause) => {
      reject(ValidationError('The request ended before its body was complete.', { cause }));
    });
    request.once('close', () => {
      if (!request.readableEnded) reject(ValidationError('The request ended before its body was complete.'));
    });
  });
}

/**
 * Reads a JSON object.
 * @throws ValidationError for another media type, an encoding, broken JSON, or a text over the limits of size, number and
 * depth of values; RateLimited and ServiceUnavailable when too many bodies are in memory
 */
export async function readJson(request: IncomingMessage, rules: BodyRules): Promise<ParsedBody> {
  const { isOptional, limit, share, wantsDigest } = rules;
  if (!isOptional) assertJson(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  share.expect(announced);
  const blocks = await readBlocks(request, rules);
  const [first, ...more] = blocks;
  if (more.length === 0 && first?.every((byte) => byte <= SPACE) !== false) {
    if (isOptional) return { value: {}, digest: wantsDigest ? canonicalDigest({}) : null };
    throw ValidationError('The body is empty; send a JSON object.');
  }
  if (isOptional) assertJson(request);
  return rules.parser.parse(rules.owner, blocks, wantsDigest);
}

function assertJson({ headers }: IncomingMessage): void {
  const type = /^application\/json(?:\s*;\s*charset\s*=\s*"?([\w-]+)"?)?\s*(?:;.*)?$/i.exec(headers['content-type'] ?? '');
  if (type === null) throw ValidationError('Send the body as JSON with the header Content-Type: application/json.');
  if (type[1] !== undefined && !/^utf-?8$/i.test(type[1])) throw ValidationError('Send the body in UTF-8.');
  if (headers['content-encoding'] !== undefined && headers['content-encoding'].toLowerCase() !== 'identity') {
    throw ValidationError('Send the body without Content-Encoding.');
  }
}
