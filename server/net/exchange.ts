import { connect, type LookupFunction, type Socket } from 'node:net';
import { Client } from 'undici';
import type { OutboundAnswer, OutboundRequest, PinnedAddresses } from '../contract/core-ports.ts';

/** How long one address has to take a connection while another is left to be tried (RFC 8305 in Node's way: one after the other). */
const ATTEMPT_MS = 1500;

const pinned =
  (addresses: PinnedAddresses): LookupFunction =>
  (_, options, found) => {
    const [{ address, family }] = addresses;
    if (options.all === true) found(null, [...addresses]);
    else found(null, address, family);
  };

const trying = (addresses: PinnedAddresses) =>
  ({ lookup: pinned(addresses), autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ATTEMPT_MS }) as const;

/** A connection to one of the addresses. */
export function connectTo(addresses: PinnedAddresses, port: number, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // The name is never looked up: the addresses are its answer.
    const socket = connect({ host: 'pinned.invalid', port, timeout: limitMs, ...trying(addresses) });
    socket.once('connect', () => {
      socket.removeAllListeners().setTimeout(0);
      resolve(socket);
    });
    socket.once('timeout', () => {
      socket.destroy(new Error('connecting took too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('closed'));
    });
  });
}

/** One request on a connection of its own to one of the addresses; TLS is checked against the URL's name. */
export async function exchange(
  url: URL,
  addresses: PinnedAddresses,
  { method, headers = {}, body, maxBytes, whole = false, partial = false, into }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  signal.throwIfAborted();
  // The signal ends everything, so that the client's own limits are off.
  const client = new Client(url.origin, {
    connect: { ...trying(addresses), timeout: 0 },
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method,
      headers: { 'user-agent': 'Platen', 'accept-encoding': 'identity', ...headers },
      reset: true,
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.byteLength;
        if (size > maxBytes) {
          if (whole) throw new Error(`the answer has more than ${String(maxBytes)} bytes`);
          break; // leaving the loop closes the connection
        }
        if (into === undefined) chunks.push(chunk);
        else await into(chunk);
      }
    } catch (error) {
      if (!partial) throw error;
    }
    const names = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: answer.statusCode, headers: Object.fromEntries(names), body: Buffer.concat(chunks) };
  } finally {
    await client.destroy();
  }
}
