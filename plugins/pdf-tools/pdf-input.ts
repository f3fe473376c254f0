import { HubError, invalidFields, type Outbound } from '../../server/contract/index.ts';
import { decodeBase64, decodedSize } from './base64.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { JobInput } from './child/worker.ts';
import { renamed } from './errors.ts';
import type { JobFiles, Spool, SpooledFile } from './spool.ts';

const FETCH_MS = 20_000;
/** Of all downloads of one call. */
const FETCH_ALL_MS = 60_000;
const DOWNLOADS_AT_ONCE = 2;
const MB = 1024 * 1024;

export interface PdfSource {
  readonly pdf?: string | undefined;
  readonly pdf_url?: string | undefined;
  readonly password?: string | undefined;
  /** Where it stands in the body, such as `pdfs.3.`; the body itself when absent. */
  readonly prefix?: string;
}

export interface PdfCall {
  readonly accountId: string;
  readonly signal: AbortSignal;
}

export interface PdfInputs {
  /**
   * Gives `use` the PDFs that a caller sent or named, and files for what it makes; all are gone afterwards. Nothing is parsed here.
   * @throws ValidationError naming the field, RateLimited, ServiceUnavailable
   */
  with<T>(call: PdfCall, sources: readonly PdfSource[], use: (inputs: readonly JobInput[], files: JobFiles) => Promise<T>): Promise<T>;
}

export interface PdfInputOptions {
  readonly outbound: Outbound;
  readonly spool: Spool;
  readonly budget: ByteBudget;
  /** Of one PDF, decoded. */
  readonly maxBytes: number;
  /** Of all PDFs of one call. */
  readonly maxJobBytes: number;
}

const megabytes = (bytes: number): string => (bytes / MB).toFixed(1).replace(/\.0$/, '');
const refuse = (field: string, message: string) => invalidFields([{ field, message }]);

/** A source whose shape was checked. */
interface Checked {
  readonly text: string;
  readonly field: string;
  readonly isUrl: boolean;
  readonly password: string | undefined;
  /** As many bytes as it can come to. */
  readonly most: number;
}

/** Names a PDF as the caller did. */
function asSent(error: unknown, sources: readonly PdfSource[]): unknown {
  const byUrl = new Set(sources.filter(({ pdf_url: url }) => url !== undefined).map(({ prefix = '' }) => `${prefix}pdf`));
  return renamed(error, (field) => (byUrl.has(field) ? `${field}_url` : field));
}

export function pdfInputs({ outbound, spool, budget, maxBytes, maxJobBytes }: PdfInputOptions): PdfInputs {
  const check = async ({ pdf, pdf_url: url, password, prefix = '' }: PdfSource): Promise<Checked> => {
    if ((pdf === undefined) === (url === undefined)) throw refuse(`${prefix}pdf`, 'must be a PDF as base64; send it or pdf_url');
    if (pdf !== undefined) {
      const most = await decodedSize(pdf, maxBytes);
      if (most > maxBytes) throw refuse(`${prefix}pdf`, `is ${megabytes(most)} MB; the limit is ${megabytes(maxBytes)} MB`);
      return { text: pdf, field: `${prefix}pdf`, isUrl: false, password, most };
    }
    const rejectionReason = outbound.rejectionReason(url ?? '');
    if (rejectionReason !== undefined) throw refuse(`${prefix}pdf_url`, rejectionReason);
    return { text: url ?? '', field: `${prefix}pdf_url`, isUrl: true, password, most: maxBytes };
  };

  const overAll = (field: string) => refuse(field, `goes over the limit of ${megabytes(maxJobBytes)} MB for all PDFs of one call`);

  const checkAll = async (sources: readonly PdfSource[]): Promise<Checked[]> => {
    const checked: Checked[] = [];
    let sent = 0;
    for (const source of sources) {
      const one = await check(source);
      if (!one.isUrl) sent += one.most;
      if (sent > maxJobBytes) throw overAll(one.field);
      checked.push(one);
    }
    return checked;
  };

  /** @param count throws when the call has too many bytes */
  const download = async (
    { text, field }: Checked,
    file: ReturnType<JobFiles['create']>,
    count: (bytes: number) => void,
    signal: AbortSignal,
  ) => {
    const into = async (chunk: Uint8Array): Promise<void> => {
      count(chunk.byteLength);
      await file.append(chunk);
    };
    const { status } = await outbound
      .request(text, { method: 'GET', limitMs: FETCH_MS, maxBytes, whole: true, signal, into })
      .catch((error: unknown) => {
        if (HubError.is(error)) throw error;
        throw refuse(
          field,
          `could not be fetched: it must answer within ${String(FETCH_MS / 1000)} s with at most ${megabytes(maxBytes)} MB`,
        );
      });
    if (status !== 200) throw refuse(field, `answers ${String(status)} instead of 200`);
  };

  const readAll = async (checked: readonly Checked[], files: JobFiles, { signal }: PdfCall): Promise<JobInput[]> => {
    let total = 0;
    const read: (SpooledFile | undefined)[] = checked.map(() => undefined);
    const failed = new AbortController();
    let fault: unknown;
    const until = AbortSignal.any([signal, failed.signal, AbortSignal.timeout(FETCH_ALL_MS)]);
    const readOne = async (one: Checked, i: number): Promise<void> => {
      const file = files.create();
      const count = (bytes: number): void => {
        total += bytes;
        if (total > maxJobBytes) throw overAll(one.field);
      };
      if (one.isUrl) await download(one, file, count, until);
      else {
        const isBase64 = await decodeBase64(one.text, async (bytes) => {
          count(bytes.byteLength);
          await file.append(bytes);
        });
        if (!isBase64) throw refuse(one.field, 'must be a PDF as base64');
      }
      read[i] = file;
    };
    const queue = checked.entries();
    const work = async (): Promise<void> => {
      // Both take from one queue, and stop when one of them failed.
      for (const [i, one] of queue) {
        if (failed.signal.aborted) return;
        await readOne(one, i).catch((error: unknown) => {
          // What fails after it fails because of it.
          fault ??= error;
          failed.abort();
        });
      }
    };
    await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
    signal.throwIfAborted();
    if (fault !== undefined) throw fault instanceof Error ? fault : new Error('a PDF could not be read');
    return checked.map(({ password }, i) => ({ content: read[i] as SpooledFile, password }));
  };

  return {
    async with(call, sources, use) {
      const checked = await checkAll(sources);
      const most = Math.min(
        maxJobBytes,
        checked.reduce((sum, one) => sum + one.most, 0),
      );
      const lease = await budget.acquire(call.accountId, most, call.signal);
      try {
        return await spool.withFiles(async (files) => {
          const inputs = await readAll(checked, files, call);
          lease.shrink(inputs.reduce((sum, { content }) => sum + content.byteLength, 0));
          return use(inputs, files).catch((error: unknown) => {
            throw asSent(error, sources);
          });
        });
      } finally {
        lease.release();
      }
    },
  };
}
