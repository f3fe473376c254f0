import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { OutboundAnswer, OutboundRequest, PinnedAddress } from '../contract/core-ports.ts';

const SWITCHING_PROTOCOLS = 101;

/** One request to one address on a connection of its own; TLS is checked against the URL's name. */
export async function exchange(
  url: URL,
  { address, family }: PinnedAddress,
  { method, headers = {}, body, maxBytes, whole = false, into }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  signal.throwIfAborted();
  const lookup: LookupFunction = (_, options, found) => {
    if (options.all === true) found(null, [{ address, family }]);
    else found(null, address, family);
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const call = send(url, {
    method,
    agent: false,
    lookup,
    signal,
    headers: {
      'user-agent': 'Platen',
      'accept-encoding': 'identity',
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const refuse = (): void => {
      reject(new Error('the server speaks another protocol'));
      call.destroy();
    };
    // For good: a connection may fail again after what it failed of first, and after its answer, whose stream tells of it.
    call.on('error', reject);
    call.once('response', (response) => {
      if (response.statusCode === SWITCHING_PROTOCOLS) refuse();
      else resolve(response);
    });
    call.once('upgrade', (_, socket) => {
      socket.on('error', () => undefined).destroy(); // it is nobody's else
      refuse();
    });
    call.once('close', () => {
      reject(new Error('the connection ended without an answer'));
    });
    call.end(body);
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      if (whole) throw new Error(`the answer has more than ${String(maxBytes)} bytes`);
      break; // leaving the loop closes the connection
    }
    if (into === undefined) chunks.push(chunk);
    else await into(chunk);
  }
  const names = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(names), body: Buffer.concat(chunks) };
}
