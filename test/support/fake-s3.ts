import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** What a bucket answers in place of its work: a status with the error code of S3, or nothing at all. */
export interface S3Failure {
  readonly status: number;
  readonly code: string;
  /** Milliseconds until the answer. */
  readonly afterMs?: number;
}

/** As much of S3 as files need, which fails as it is told: outages, wrong clocks and missing buckets cannot be had of a real server. */
export class FakeS3 {
  readonly #server: Server;
  readonly #objects = new Map<string, Buffer>();
  failure: S3Failure | undefined;
  requests = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<FakeS3> {
    const fake = new FakeS3();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get config(): object {
    const { port } = this.#server.address() as AddressInfo;
    return {
      store: 's3',
      linkSecret: 'a secret of at least thirty-two characters',
      s3: {
        bucket: 'files',
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${String(port)}`,
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        forcePathStyle: true,
      },
    };
  }

  get size(): number {
    return this.#objects.size;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const body = await buffer(request);
    const key = new URL(request.url ?? '/', 'http://x').pathname;
    if (this.failure !== undefined) {
      const { status, code, afterMs = 0 } = this.failure;
      await pause(afterMs, undefined, { ref: false });
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        request.method === 'HEAD' ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>told to</Message></Error>`,
      );
      return;
    }
    const found = this.#objects.get(key);
    if (request.method === 'PUT') {
      this.#objects.set(key, body);
      response.writeHead(200, { etag: '"x"' }).end();
    } else if (request.method === 'DELETE') {
      this.#objects.delete(key);
      response.writeHead(204).end();
    } else if (key === '/files' || key === '/files/') {
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? undefined : '<ListBucketResult></ListBucketResult>');
    } else if (found === undefined) {
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>');
    } else {
      response.writeHead(200, { 'content-length': String(found.byteLength) }).end(request.method === 'HEAD' ? undefined : found);
    }
  }
}
