import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { defaultCache, freePort } from '../../db/provide.ts';
import { temporaryFolder } from './services.ts';
import { until } from './until.ts';

const VERSION = '1.8.0';
const CREDENTIALS = { accessKeyId: 'platen-tests', secretAccessKey: 'not-a-secret-at-all' };
const BUCKET = 'documents';

/** Versity's S3 gateway, a server that checks signatures as S3 does; compiled once, from Go's module proxy. */
function gateway(): string {
  const folder = join(defaultCache(process.env), `versitygw-${VERSION}`);
  if (!existsSync(folder)) {
    console.log(`      compiling versitygw ${VERSION} (two minutes, once)`);
    const fresh = `${folder}.${String(process.pid)}`;
    mkdirSync(fresh, { recursive: true });
    const env = { ...process.env, GOBIN: fresh, GOFLAGS: '-trimpath' };
    execFileSync('go', ['install', `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    if (existsSync(folder)) return join(folder, 'versitygw'); // another test was faster
    renameSync(fresh, folder);
  }
  return join(folder, 'versitygw');
}

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
    this.#child = spawn(gateway(), [...args, 'posix', '--sidecar', sidecar, data], { stdio: 'ignore' });
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
