import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { publicId } from '../../db/public-id.ts';
import { defineError, type HubError, ValidationError } from '../contract/errors.ts';
import { errorEnvelope } from './error-envelope.ts';

/** How much later than its limit a slow request is cut. */
const CHECK_CONNECTIONS_MS = 1000;

const RequestTimeout = defineError('REQUEST_TIMEOUT', 408);
const HeadersTooLarge = defineError('HEADERS_TOO_LARGE', 431);
const ExpectationFailed = defineError('EXPECTATION_FAILED', 417);

/** What any request may be answered with before its route sees it: too slow, too large, or no HTTP. */
export const BELOW_ROUTES = [ValidationError, RequestTimeout, HeadersTooLarge, ExpectationFailed] as const;

export interface ServerLimits {
  /** Milliseconds until the headers, and until all of a request must have arrived. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
}

/**
 * An HTTP server that answers what never becomes a request (too slow, too large, not HTTP) as routes answer errors.
 * `handle` must answer requests without a Host header itself.
 */
export function createHttpServer(limits: ServerLimits, handle: RequestListener): Server {
  const server = createServer({ ...limits, connectionsCheckingInterval: CHECK_CONNECTIONS_MS, requireHostHeader: false }, handle);
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const refusal = refusalOf(error, limits);
    const { head, body } = errorReply(refusal);
    const lines = Object.entries({ ...head, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${String(refusal.status)} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    sendError(response, ExpectationFailed('The header Expect may be 100-continue, or left out.'));
  });
  return server;
}

/** Of the parser: `reason` is one of its own fixed texts. */
type ParserError = NodeJS.ErrnoException & { readonly reason?: string };

function refusalOf({ code, reason }: ParserError, { headersTimeout, requestTimeout }: ServerLimits): HubError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const [headers, all] = [headersTimeout, requestTimeout].map((ms) => String(ms / 1000));
    return RequestTimeout(`The request did not arrive in time: its headers have ${headers ?? ''} s, all of it ${all ?? ''} s.`);
  }
  if (code === 'HPE_HEADER_OVERFLOW') return HeadersTooLarge('The headers are larger than the 16 KB allowed.');
  return ValidationError(`The request is not valid HTTP: ${reason ?? 'it ended too early'}.`);
}

/** Answers with an error where no route does. */
export function sendError(response: ServerResponse, error: HubError): void {
  const { head, body } = errorReply(error);
  response.writeHead(error.status, head).end(body);
}

function errorReply(error: HubError): { head: Record<string, string>; body: string } {
  const requestId = publicId('req');
  const body = JSON.stringify(errorEnvelope(error, requestId));
  const head = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }),
  };
  return { head, body };
}
