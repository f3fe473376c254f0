import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compileCacheEnv } from '../../db/cache-folder.ts';
import { type HubError, invalidFields, ServiceUnavailable, ValidationError } from '../contract/errors.ts';
import { FairSlots } from '../contract/fair-slots.ts';
import { canonicalDigest } from '../idempotency/canonical.ts';
import { type JsonProblem, JsonRefused, parseExactJson } from './exact-json.ts';
import { PieceJoiner } from './json-pieces.ts';
import type { FromJsonWorker, ParseRequest } from './json-worker.ts';

const WORKER = new URL(`./json-worker${extname(import.meta.filename)}`, import.meta.url);
/** Parsing less takes a few milliseconds at most, whatever it holds. */
const INLINE_BYTES = 16 * 1024;
const MEMORY_MB = 1024;

export interface ParsedBody {
  readonly value: unknown;
  /** Of the value, whatever the order of its fields; null unless asked for. */
  readonly digest: string | null;
}

interface ParseJob {
  readonly joiner: PieceJoiner;
  resolve(body: ParsedBody): void;
  reject(error: Error): void;
}

const refusalOf = ({ field, message }: JsonProblem): HubError =>
  field === undefined ? ValidationError(message) : invalidFields([{ field, message }]);

/**
 * Parses bodies without stopping the event loop: small ones at once, others in a thread, from which they come back in
 * pieces. Callers take turns, so that the large bodies of one do not hold up those of another.
 */
export class JsonParser {
  readonly #turns = new FairSlots({ size: 1, reserve: 0, what: 'bodies' });
  #worker: Worker | undefined;
  #current: ParseJob | undefined;

  /**
   * @param owner whose turn it takes
   * @param blocks the text in UTF-8; of a larger one the memory is handed over
   * @throws ValidationError for what is no JSON
   */
  async parse(owner: string, blocks: readonly Uint8Array<ArrayBuffer>[], wantsDigest: boolean): Promise<ParsedBody> {
    const size = blocks.reduce((sum, block) => sum + block.byteLength, 0);
    if (size <= INLINE_BYTES) return parseHere(blocks, wantsDigest);
    const leave = await this.#turns.take(owner);
    try {
      return await this.#parseInThread({ blocks, wantsDigest });
    } finally {
      leave();
    }
  }

  #parseInThread(request: ParseRequest): Promise<ParsedBody> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#current = { joiner: new PieceJoiner(), resolve, reject };
      worker.postMessage(
        request,
        request.blocks.map(({ buffer }) => buffer),
      );
    });
  }

  #start(): Worker {
    const worker = new Worker(WORKER, { env: compileCacheEnv(process.env), resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    worker.unref();
    worker.on('message', (message: FromJsonWorker) => {
      this.#read(worker, message);
    });
    worker.on('error', (cause: Error) => {
      this.#worker = undefined;
      this.#end()?.reject(ServiceUnavailable('The body could not be read; send it again, or send less at once.', { retryAfter: 1, cause }));
    });
    return worker;
  }

  #read(worker: Worker, message: FromJsonWorker): void {
    const job = this.#current;
    if (job === undefined) return;
    if (message.kind === 'piece') {
      job.joiner.add(message.piece);
      // Asked for at once, the next piece might come before anything else has its turn.
      setImmediate(() => {
        worker.postMessage('next');
      });
      return;
    }
    this.#end();
    if (message.kind === 'done') job.resolve({ value: job.joiner.value, digest: message.digest });
    else job.reject(refusalOf(message.problem));
  }

  #end(): ParseJob | undefined {
    const job = this.#current;
    this.#current = undefined;
    return job;
  }
}

function parseHere(blocks: readonly Uint8Array[], wantsDigest: boolean): ParsedBody {
  let value: unknown;
  try {
    value = parseExactJson(blocks);
  } catch (error) {
    throw error instanceof JsonRefused ? refusalOf(error.problem) : error;
  }
  return { value, digest: wantsDigest ? canonicalDigest(value) : null };
}
