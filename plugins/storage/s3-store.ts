import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ServiceUnavailable } from '../../server/contract/index.ts';
import { mediaTypeOf, type StoredFile, StorageUnavailable } from './contract.ts';
import type { S3Config } from './s3-config.ts';
import { type ByteRange, dayOf, gone, isFileKey, type ObjectStore } from './object-store.ts';

/** Long enough to begin a download, short enough to be of no use in a log. */
const PRESIGNED_SECONDS = 300;
const CONNECT_LIMIT_MS = 3000;
const ANSWER_LIMIT_MS = 30_000;
const ATTEMPTS = 3;
const RETRY_AFTER_S = 5;
const MOST_DELETED_AT_ONCE = 1000;

type Asked<T> = (limit: { readonly abortSignal: AbortSignal }) => Promise<T>;

/** Files in a bucket of S3 or of a server that speaks its protocol. */
export class S3Store implements ObjectStore {
  readonly #config: S3Config;
  readonly #client: S3Client;
  readonly #answerLimitMs: number;
  readonly redirectTo?: (key: string, disposition: string) => Promise<string>;

  /** @param answerLimitMs from the first attempt to the head of the answer */
  constructor(config: S3Config, answerLimitMs = ANSWER_LIMIT_MS) {
    this.#config = config;
    this.#answerLimitMs = answerLimitMs;
    this.#client = new S3Client(clientConfig(config, config.endpoint));
    if (config.delivery === 'presigned') {
      const signer = new S3Client(clientConfig(config, config.publicEndpoint ?? config.endpoint));
      this.redirectTo = (key, disposition) =>
        getSignedUrl(
          signer,
          new GetObjectCommand({
            ...this.#at(key),
            ResponseContentType: mediaTypeOf(key),
            ResponseContentDisposition: disposition,
            ResponseCacheControl: 'private, max-age=300',
          }),
          { expiresIn: PRESIGNED_SECONDS },
        );
    }
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(key), Body: bytes, ContentLength: bytes.byteLength, ContentType: mediaTypeOf(key) });
    await this.#ask((limit) => this.#client.send(command, limit));
  }

  async open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }> {
    const Range = range === undefined ? undefined : `bytes=${String(range.start)}-${String(range.end)}`;
    const command = new GetObjectCommand({ ...this.#at(key), Range });
    const { Body, ContentLength = 0, ContentRange } = await this.#ask((limit) => this.#client.send(command, limit));
    if (Body === undefined) throw new Error('the bucket answered without a body');
    const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
    // In Node the SDK's body is always the response stream itself.
    return { stream: Body as Readable, size: whole === undefined ? ContentLength : Number(whole) };
  }

  async size(key: string): Promise<number> {
    const command = new HeadObjectCommand(this.#at(key));
    return (await this.#ask((limit) => this.#client.send(command, limit))).ContentLength ?? 0;
  }

  async remove(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#at(key));
    await this.#ask((limit) => this.#client.send(command, limit));
  }

  async *list(): AsyncGenerator<StoredFile> {
    const { bucket: Bucket, prefix: Prefix } = this.#config;
    let token: string | undefined;
    do {
      const page = await this.#ask((limit) =>
        this.#client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }), limit),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const key = Key.slice(Prefix.length);
        if (isFileKey(key)) yield { key, size: Size };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async expire(day: Date): Promise<number> {
    const limit = dayOf(day);
    const { bucket: Bucket, prefix } = this.#config;
    let removed = 0;
    let over: { Key: string }[] = [];
    const removeThem = async (): Promise<void> => {
      if (over.length === 0) return;
      const { Errors = [] } = await this.#ask((limit) =>
        this.#client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: over, Quiet: true } }), limit),
      );
      removed += over.length - Errors.length;
      if (Errors.length > 0) throw new Error(`${String(Errors.length)} files were not removed: ${Errors[0]?.Code ?? 'no reason given'}`);
      over = [];
    };
    for await (const { key } of this.list()) {
      if (key >= limit) break; // keys come in their order, and begin with the day
      over.push({ Key: prefix + key });
      if (over.length === MOST_DELETED_AT_ONCE) await removeThem();
    }
    await removeThem();
    return removed;
  }

  /** An upload is one request: nothing is left of one that failed. */
  removeOrphans(): Promise<void> {
    return Promise.resolve();
  }

  async check(): Promise<void> {
    const { bucket, endpoint = 'AWS' } = this.#config;
    try {
      await this.#send((limit) => this.#client.send(new HeadBucketCommand({ Bucket: bucket }), limit));
    } catch (cause) {
      const text = `storage.s3: bucket ${bucket} of ${endpoint} ${explainFailure(cause)}`;
      throw isAway(cause) ? ServiceUnavailable(text, { retryAfter: RETRY_AFTER_S, cause }) : new Error(text, { cause });
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    if (!isFileKey(key)) throw new Error('not a file key');
    return { Bucket: this.#config.bucket, Key: this.#config.prefix + key };
  }

  /** Callers are told whether a file is gone or the bucket is; the rest is for the log. */
  async #ask<T>(send: Asked<T>): Promise<T> {
    try {
      return await this.#send(send);
    } catch (error) {
      if (statusOf(error) === 404 && !(error instanceof Error && error.name === 'NoSuchBucket')) throw gone(error);
      if (!isOurFault(error)) throw error;
      const { bucket, endpoint = 'AWS' } = this.#config;
      const cause = new Error(`storage.s3: bucket ${bucket} of ${endpoint} ${explainFailure(error)}`, { cause: error });
      throw StorageUnavailable('The file storage is unavailable. Try again in a few seconds.', { retryAfter: RETRY_AFTER_S, cause });
    }
  }

  /** One limit for all attempts; what an answer streams afterwards has as long as its reader takes. */
  async #send<T>(send: Asked<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, this.#answerLimitMs);
    try {
      return await send({ abortSignal: late.signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

function clientConfig(config: S3Config, endpoint: string | undefined): S3ClientConfig {
  const { region, accessKeyId, secretAccessKey, forcePathStyle = endpoint !== undefined } = config;
  return {
    region,
    forcePathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS },
    // Newer checksums are refused by many compatible servers; the signature covers the body's SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined ? {} : { credentials: { accessKeyId, secretAccessKey } }),
  };
}

/** The HTTP status of an answer; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }) : undefined;
  return metadata?.httpStatusCode;
}

/** No answer, or one that no caller can do anything about: 4xx is about our bucket, clock, credentials and rights. */
const isOurFault = (error: unknown): boolean => (statusOf(error) ?? 500) >= 400;

/** No answer, or one that says to come back later. */
function isAway(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}

function explainFailure(error: unknown): string {
  const code = error instanceof Error ? error.name : '';
  if (code === 'RequestTimeTooSkewed') return 'says that the clock of this machine is wrong; set it, by NTP for instance';
  if (code === 'AbortError') return 'does not answer in time; look at its load and the network';
  if (code === 'ExpiredToken' || code === 'TokenRefreshRequired') return 'says that our credentials have expired; renew them';
  switch (statusOf(error)) {
    case 404:
      return 'does not exist; create it, or fix storage.s3.bucket';
    case 400:
    case 401:
    case 403:
      return 'refuses our credentials; fix storage.s3.accessKeyId and secretAccessKey, or the rights they have';
    case 301:
      return 'lies in another region; fix storage.s3.region';
    default:
      return `does not answer (${error instanceof Error ? error.message : String(error)}); fix storage.s3.endpoint, or start the server`;
  }
}
