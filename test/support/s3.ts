import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './ports.ts';
import { prepared } from './preparation.ts';
import { endProcess } from './processes.ts';
import { S3PROXY } from './s3-package.ts';
import { temporaryFolder } from './services.ts';
import { until } from './until.ts';
import { QUICK_START } from './vera-pdf.ts';

const CREDENTIALS = { accessKeyId: 'platen-tests', secretAccessKey: 'not-a-secret-at-all' };
const BUCKET = 'documents';

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
    const data = join(this.#folder.path, 'data');
    mkdirSync(data, { recursive: true });
    const settings = {
      's3proxy.endpoint': this.endpoint,
      's3proxy.authorization': 'aws-v4',
      's3proxy.identity': CREDENTIALS.accessKeyId,
      's3proxy.credential': CREDENTIALS.secretAccessKey,
      'jclouds.provider': 'filesystem-nio2',
      'jclouds.filesystem.basedir': data,
    };
    const properties = join(this.#folder.path, 's3proxy.conf');
    writeFileSync(
      properties,
      Object.entries(settings)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
    const args = ['-cp', join(prepared(S3PROXY), '*'), 'org.gaul.s3proxy.Main', '--properties', properties];
    this.#child = spawn('java', [...QUICK_START, ...args], { stdio: 'ignore' });
    await until('the S3 server', () =>
      fetch(this.endpoint).then(
        () => true,
        () => undefined,
      ),
    );
  }

  /** The server is gone, its files stay. */
  async pause(): Promise<void> {
    if (this.#child !== undefined) await endProcess(this.#child, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.pause();
    this.#folder.remove();
  }
}
