import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Without a slash at its end. */
  readonly url: string;
  close(): void;
}

/** A web server of somebody else, on a free port of loopback. */
export async function localServer(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One that answers everything with a page. */
export const localPage = (html: string): Promise<LocalServer> =>
  localServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
