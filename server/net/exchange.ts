import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import type { OutboundAnswer, OutboundRequest, PinnedAddress } from '../contract/core-ports.ts';

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
  // The signal ends everything, so that the client's own limits are off.
  const client = new Client(url.origin, { connect: { lookup, timeout: 0 }, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
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
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        if (whole) throw new Error(`the answer has more than ${String(maxBytes)} bytes`);
        break; // leaving the loop closes the connection
      }
      if (into === undefined) chunks.push(chunk);
      else await into(chunk);
    }
    const names = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: answer.statusCode, headers: Object.fromEntries(names), body: Buffer.concat(chunks) };
  } finally {
    await client.destroy();
  }
}
