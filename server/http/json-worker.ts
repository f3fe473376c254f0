import { parentPort } from 'node:worker_threads';
import { canonicalDigest } from '../idempotency/canonical.ts';
import { type JsonProblem, JsonRefused, parseExactJson } from './exact-json.ts';
import { type Piece, piecesOf } from './json-pieces.ts';

export interface ParseRequest {
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  readonly wantsDigest: boolean;
}

export type FromJsonWorker =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'done'; readonly digest: string | null }
  | { readonly kind: 'refused'; readonly problem: JsonProblem };

let pieces: Generator<Piece> | undefined;
let digest: string | null = null;

const say = (message: FromJsonWorker): void => parentPort?.postMessage(message);

function parse({ blocks, wantsDigest }: ParseRequest): void {
  let value: unknown;
  try {
    value = parseExactJson(blocks);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    say({ kind: 'refused', problem: error.problem });
    return;
  }
  digest = wantsDigest ? canonicalDigest(value) : null;
  pieces = piecesOf(value);
  sendNext();
}

/** One piece is under way at a time, so that its reader does other things in between. */
function sendNext(): void {
  const next = pieces?.next();
  if (next?.done === false) {
    say({ kind: 'piece', piece: next.value });
    return;
  }
  pieces = undefined;
  say({ kind: 'done', digest });
}

parentPort?.on('message', (message: ParseRequest | 'next') => {
  if (message === 'next') sendNext();
  else parse(message);
});
