import { invalidFields, type Outbound } from '../../server/contract/index.ts';
import type { ChildInput } from './child/protocol.ts';

const FETCH_MS = 20_000;
const MB = 1024 * 1024;

export interface PdfSource {
  readonly pdf?: string | undefined;
  readonly pdf_url?: string | undefined;
  readonly password?: string | undefined;
}

const megabytes = (bytes: number): string => (bytes / MB).toFixed(1).replace(/\.0$/, '');
const refuse = (field: string, message: string) => invalidFields([{ field, message }]);

/** The bytes of a caller's PDF: from the body, or fetched under the outbound policy. Nothing is parsed here. */
export async function readPdfSource(
  { pdf, pdf_url: url, password }: PdfSource,
  outbound: Outbound,
  maxBytes: number,
  prefix = '',
): Promise<ChildInput> {
  if ((pdf === undefined) === (url === undefined)) throw refuse(`${prefix}pdf`, 'must be a PDF as base64; send it or pdf_url');
  const bytes = pdf === undefined ? await fetchPdf(url ?? '', outbound, maxBytes, prefix) : decode(pdf, maxBytes, prefix);
  return { bytes, password };
}

function decode(text: string, maxBytes: number, prefix: string): Uint8Array {
  const plain = text.replace(/^data:[^,]{0,100},/, '').replace(/\s+/g, '');
  const size = Math.floor((plain.replace(/=+$/, '').length * 3) / 4);
  if (size > maxBytes) throw refuse(`${prefix}pdf`, `is ${megabytes(size)} MB; the limit is ${megabytes(maxBytes)} MB`);
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain) || plain.length % 4 === 1)
    throw refuse(`${prefix}pdf`, 'must be a PDF as base64');
  return new Uint8Array(Buffer.from(plain, 'base64'));
}

async function fetchPdf(url: string, outbound: Outbound, maxBytes: number, prefix: string): Promise<Uint8Array> {
  const field = `${prefix}pdf_url`;
  const objection = outbound.objection(url);
  if (objection !== undefined) throw refuse(field, objection);
  const answer = await outbound.request(url, { method: 'GET', limitMs: FETCH_MS, maxBytes, whole: true }).catch(() => {
    throw refuse(field, `could not be fetched: it must answer within ${String(FETCH_MS / 1000)} s with at most ${megabytes(maxBytes)} MB`);
  });
  if (answer.status !== 200) throw refuse(field, `answers ${String(answer.status)} instead of 200`);
  return new Uint8Array(answer.body);
}
