import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { cacheFolder } from '../../db/cache-folder.ts';
import { freePort } from '../../db/managed-mongo.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';
import { temporaryFolder } from './services.ts';
import { until } from './until.ts';

const VERSION = '1.8.0';
const CREDENTIALS = { accessKeyId: 'platen-tests', secretAccessKey: 'not-a-secret-at-all' };
const BUCKET = 'documents';

const FOLDER = join(cacheFolder(process.env), `versitygw-${VERSION}`);

/** Versity's S3 gateway, a server that checks signatures as S3 does; compiled from Go's module proxy. */
export const prepareS3Server = preparation({
  name: `versitygw ${VERSION}, the S3 server`,
  limitMinutes: 15,
  ...cachedIn(FOLDER, (fresh, run) =>
    // Optimizing it, and its symbols, would take longer than all that it does for the tests.
    run('go', ['install', '-gcflags=all=-N -l', '-ldflags=-s -w', `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`], {
      env: { ...process.env, GOBIN: fresh, GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -trimpath`.trim() },
    }),
  ),
});

/** An S3 server on loopback with one bucket. */
export class S3Server {
  readonly #folder = temporaryFolder('s3');
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server(await freePort());
    await server.resume();
    await server.client().send(new CreateBucketCommand({ Bucket: BUCKET }));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** What the plugin's config says of it. */
  get config() {
    return { bucket: BUCKET, endpoint: this.endpoint, ...CREDENTIALS };
  }

  client(): S3Client {
    return new S3Client({ endpoint: this.endpoint, region: 'us-east-1', forcePathStyle: true, credentials: { ...CREDENTIALS } });
  }

  /** Where the server keeps an object of the bucket. */
  pathOf(key: string): string {
    return join(this.#folder.path, 'data', BUCKET, key);
  }

  async resume(): Promise<void> {
    const [data, sidecar] = ['data', 'meta'].map((name) => join(this.#folder.path, name)) as [string, string];
    for (const folder of [data, sidecar]) mkdirSync(folder, { recursive: true });
    const { accessKeyId, secretAccessKey } = CREDENTIALS;
    const args = ['--port', `127.0.0.1:${String(this.#port)}`, '--access', accessKeyId, '--secret', secretAccessKey, '--quiet'];
    this.#child = spawn(join(prepared(FOLDER), 'versitygw'), [...args, 'posix', '--sidecar', sidecar, data], { stdio: 'ignore' });
    await until('the S3 server', () =>
      fetch(this.endpoint).then(
        () => true,
        () => undefined,
      ),
    );
  }

  /** The server is gone, its files stay. */
  async pause(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.pause();
    this.#folder.remove();
  }
}
