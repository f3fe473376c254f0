import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A document that waits for a picture for so long. */
export async function slowDocument(ms: number): Promise<{ readonly html: string; close(): void }> {
  const server = createServer((_, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'), ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { html: `<p>slow<img src="http://127.0.0.1:${String(port)}/late.svg">`, close: () => server.close() };
}
