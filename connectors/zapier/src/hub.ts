import type { Bundle, HttpRequestOptionsWithUrl, ZObject } from 'zapier-platform-core';
import type { paths } from '../../api.d.ts';
import { baseUrl } from './base-url.ts';
import { isGiven } from './given.ts';
import { answerOf, isMissing } from './middleware.ts';

type Method = 'get' | 'post';
type Path<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never }[keyof paths] & string;
type Answers<P extends keyof paths, M extends Method> = paths[P] extends Record<M, { responses: infer R }> ? R : never;
type Content<A> = A extends { content: { 'application/json': infer C } } ? C : never;

/** What a path answers, as Platen's own description has it. */
export type Reply<P extends keyof paths, M extends Method = 'get'> = Content<Answers<P, M>[keyof Answers<P, M> & (200 | 201 | 202)]>;
/** What a path takes. */
export type Body<P extends keyof paths> = paths[P] extends { post: { requestBody?: { content: { 'application/json': infer B } } } }
  ? B
  : never;

/** Reads a path that has no parameters in it. */
export async function read<P extends Path<'get'>>(
  z: ZObject,
  bundle: Bundle,
  path: P,
  params: Record<string, unknown> = {},
): Promise<Reply<P>> {
  return (await z.request<Reply<P>>({ url: baseUrl(z, bundle) + path, params })).data;
}

/**
 * One key for one thing asked for in one run of a step: a replay gets the same result, and whatever differs is made anew.
 * Zapier tells no ID of the run or the step; what is mapped to Request ID is the same in every step of a run.
 */
export function idempotencyKey(z: ZObject, bundle: Bundle, step: string, body: object): Record<string, string> {
  const requestId = bundle.inputData['request_id'] as unknown;
  if (!isGiven(requestId)) return {};
  const zap = bundle.meta?.zap?.id ?? '';
  return { 'Idempotency-Key': z.hash('sha256', JSON.stringify([zap, step, requestId, body])) };
}

export async function send<P extends Path<'post'>>(
  z: ZObject,
  bundle: Bundle,
  path: P,
  body: Body<P>,
  headers: Record<string, string> = {},
): Promise<Reply<P, 'post'>> {
  return (await z.request<Reply<P, 'post'>>({ method: 'POST', url: baseUrl(z, bundle) + path, headers, body: body as object })).data;
}

/** What a request is answered, or nothing where Platen knows nothing of it; every other refusal is an error. */
export async function unlessMissing<T>(z: ZObject, bundle: Bundle, request: HttpRequestOptionsWithUrl): Promise<T | undefined> {
  const response = await z.request<T>({ ...request, skipThrowForStatus: true });
  return isMissing(response) ? undefined : (await answerOf(response, z, bundle)).data;
}

export async function removeHook(z: ZObject, bundle: Bundle, id: string): Promise<void> {
  const url = `${baseUrl(z, bundle)}/v1/integrations/hooks/${encodeURIComponent(id)}`;
  await unlessMissing(z, bundle, { method: 'DELETE', url });
}

export type Generation = Reply<'/v1/generations/{id}'>;

export async function readGeneration(z: ZObject, bundle: Bundle, id: string): Promise<Generation> {
  return (await z.request<Generation>(`${baseUrl(z, bundle)}/v1/generations/${encodeURIComponent(id)}`)).data;
}
