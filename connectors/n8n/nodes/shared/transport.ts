import {
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type IHttpRequestMethods,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type IPollFunctions,
	type IWebhookFunctions,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
	sleep,
} from 'n8n-workflow';
import type { paths } from '../../../api';

/** What Platen answers to a call, as its own description has it. */
export type Reply<P extends keyof paths, M extends 'get' | 'post'> = paths[P] extends {
	[K in M]: { responses: { 200: { content: { 'application/json': infer R } } } };
}
	? R
	: never;

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export interface PlatenRequest {
	readonly method: IHttpRequestMethods;
	/** Below `/v1`. */
	readonly path: string;
	readonly body?: IDataObject;
	readonly qs?: IDataObject;
	readonly idempotencyKey?: string;
	/** Answers the bytes. */
	readonly file?: boolean;
	/** A status that is an answer, not an error. */
	readonly accepts?: number;
	readonly itemIndex?: number;
}

export interface PlatenResponse<T> {
	readonly status: number;
	readonly body: T;
}

interface Refusal {
	readonly error?: {
		readonly code?: string;
		readonly message?: string;
		readonly fields?: ReadonlyArray<{ field: string; message: string }>;
	};
}

/** 409 is the same request that is still at work. */
const BUSY = new Set([409, 429, 503]);
const MAX_TRIES = 4;
const MAX_WAIT_S = 60;

/** The hub's root; the key is sent below its /v1/ only. */
async function baseUrl(context: Context): Promise<string> {
	const { baseUrl: text } = await context.getCredentials<{ baseUrl: string }>('platenApi');
	if (!/^https?:\/\/[^/?#]+/.test(text.trim())) {
		throw new NodeOperationError(context.getNode(), 'The address of Platen must look like https://pdf.example.com');
	}
	return text.trim().replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** One call of Platen's API. What is busy is asked again when it says; any other refusal is an error with Platen's sentence. */
export async function platen<T = IDataObject>(context: Context, request: PlatenRequest): Promise<PlatenResponse<T>> {
	const url = `${await baseUrl(context)}/v1${request.path}`;
	const options: IHttpRequestOptions = {
		...WHOLE,
		method: request.method,
		url,
		...(request.body === undefined ? {} : { body: request.body }),
		...(request.qs === undefined ? {} : { qs: request.qs }),
		headers: request.idempotencyKey === undefined ? {} : { 'Idempotency-Key': request.idempotencyKey },
		json: request.file !== true,
		...(request.file === true ? { encoding: 'arraybuffer' as const } : {}),
		disableFollowRedirect: true,
	};
	return answerOf<T>(context, request, async () => context.helpers.httpRequestWithAuthentication.call(context, 'platenApi', options));
}

/**
 * The file behind a signed link, asked for at the address of the credential: the public one may not be reached from here. The link
 * needs no key, and gets none.
 */
export async function fileBehind(context: IExecuteFunctions, link: string, itemIndex: number): Promise<Buffer> {
	const { pathname, search } = new URL(link);
	const url = pathname.startsWith('/files/') ? `${await baseUrl(context)}${pathname}${search}` : link;
	const options: IHttpRequestOptions = { ...WHOLE, method: 'GET', url, encoding: 'arraybuffer' };
	const { body } = await answerOf<ArrayBuffer>(context, { file: true, itemIndex }, async () => context.helpers.httpRequest(options));
	return Buffer.from(body);
}

const UNREACHABLE = /ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EAI_AGAIN|socket hang up/;
/** What a proxy answers while Platen is started again. */
const RESTARTING = ['502', '503', '504'];

/** Whether a call failed for a reason that ends by itself. */
export function isUnreachable(error: unknown): boolean {
	const { code, httpCode, message, cause } = (error ?? {}) as { code?: unknown; httpCode?: unknown; message?: unknown; cause?: unknown };
	if (RESTARTING.includes(String(httpCode))) return true;
	return UNREACHABLE.test(`${String(code)} ${String(message)}`) || (cause !== undefined && cause !== error && isUnreachable(cause));
}

const WHOLE = { returnFullResponse: true, ignoreHttpStatusErrors: true } as const;

async function answerOf<T>(
	context: Context,
	request: Pick<PlatenRequest, 'file' | 'accepts' | 'itemIndex'>,
	ask: () => Promise<unknown>,
): Promise<PlatenResponse<T>> {
	for (let tries = 1; ; tries++) {
		const response = (await ask()) as IN8nHttpFullResponse;
		const { statusCode, headers } = response;
		if (headers['idempotency-mismatch'] === 'true') throw anotherReply(context, request.itemIndex);
		if (statusCode < 300 && request.file !== true && !isObject(response.body)) throw notPlaten(context, request.itemIndex);
		if (statusCode < 300 || statusCode === request.accepts) return { status: statusCode, body: response.body as T };
		const isBusy = BUSY.has(statusCode) && codeOf(response.body) !== 'AI_NOT_CONFIGURED';
		if (!isBusy || tries === MAX_TRIES) throw refusal(context, response, request.itemIndex);
		await sleep(secondsUntil(String(headers['retry-after'] ?? '1')) * 1000);
	}
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
function secondsUntil(retryAfter: string): number {
	const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
	return Number.isNaN(seconds) ? 1 : Math.min(Math.max(seconds, 1), MAX_WAIT_S);
}

function notPlaten(context: Context, itemIndex: number | undefined): NodeOperationError {
	const message = 'The answer did not come from Platen';
	const description = 'Check the address in the credential.';
	return new NodeOperationError(context.getNode(), message, { description, ...(itemIndex === undefined ? {} : { itemIndex }) });
}

/** What came belongs to another request, and is not given to anybody. */
function anotherReply(context: Context, itemIndex: number | undefined): NodeOperationError {
	const message = 'Platen answered with the result of another request, which had the same idempotency key';
	const description = 'Nothing was made for this item. Run the step again.';
	return new NodeOperationError(context.getNode(), message, { description, ...(itemIndex === undefined ? {} : { itemIndex }) });
}

function refusal(context: Context, { statusCode, body }: IN8nHttpFullResponse, itemIndex: number | undefined): NodeApiError {
	const { error } = readRefusal(body);
	const message = error?.message ?? `Platen answered ${String(statusCode)}`;
	const fields = error?.fields?.map(({ field, message: what }) => `${field} ${what}`).join('\n');
	return new NodeApiError(context.getNode(), { message, statusCode } as JsonObject, {
		message,
		httpCode: String(statusCode),
		...(fields === undefined ? {} : { description: fields }),
		...(itemIndex === undefined ? {} : { itemIndex }),
	});
}

const codeOf = (body: unknown): string | undefined => readRefusal(body).error?.code;

function readRefusal(body: unknown): Refusal {
	if (typeof body === 'object' && body !== null && 'error' in body) return body as Refusal;
	try {
		const text = body instanceof ArrayBuffer ? Buffer.from(body).toString() : String(body);
		return (JSON.parse(text) ?? {}) as Refusal;
	} catch {
		return {}; // not Platen's own answer: a proxy's, say
	}
}
