import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { until } from './until.ts';

export interface Submitted {
  readonly batch_id: string;
  readonly total: number;
  readonly generations: readonly { readonly id: string; readonly index: number }[];
  readonly status: string;
}

export interface BatchState {
  readonly batch_id: string;
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly result: string | null;
  readonly result_url: string | null;
  readonly result_error: string | null;
  readonly finished_at: string | null;
  readonly generations: readonly {
    readonly id: string;
    readonly index: number;
    readonly status: string;
    readonly url: string | null;
    readonly error: string | null;
  }[];
}

export async function submit(caller: Caller, body: object, headers: Record<string, string> = {}): Promise<Submitted> {
  const reply = await caller.send<Submitted>('POST', '/v1/generate/batch', body, headers);
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body;
}

export async function readBatch(caller: Caller, id: string): Promise<BatchState> {
  const reply = await caller.send<BatchState>('GET', `/v1/batches/${id}`);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body;
}

/** Waits until every item of a batch ended. */
export async function finished(caller: Caller, id: string, limitMs = 60_000): Promise<BatchState> {
  return until(
    `batch ${id}`,
    async () => {
      const state = await readBatch(caller, id);
      return state.finished_at === null ? undefined : state;
    },
    limitMs,
  );
}
