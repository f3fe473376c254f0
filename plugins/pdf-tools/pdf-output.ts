import { ValidationError } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import { bytesOf, type Content } from './spool.ts';

export type Output = 'url' | 'base64';

const MAX_INLINE = 50 * 1024 * 1024;

/** @throws ValidationError when results are too many bytes for the reply */
export function refuseInline(contents: readonly Content[], output: Output): void {
  const size = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (output === 'base64' && size > MAX_INLINE) throw ValidationError('The result is too large for base64; ask for output url.');
}

/** One file as the caller wants it: a link, or base64 in the reply. */
export async function deliver(content: Content, output: Output, files: FileStore, filename: string, accountId: string) {
  refuseInline([content], output);
  const bytes = await bytesOf(content);
  const size = { file_size: bytes.byteLength };
  if (output === 'base64') {
    return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'), ...size };
  }
  const extension = filename.slice(filename.lastIndexOf('.') + 1);
  const { key } = await files.put(bytes, extension, accountId);
  return { url: files.link(key, filename).url, ...size };
}
