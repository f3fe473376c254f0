import { ValidationError } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';

export type Output = 'url' | 'base64';

const MAX_INLINE = 50 * 1024 * 1024;

/** One file as the caller wants it: a link, or base64 in the reply. */
export async function deliver(bytes: Uint8Array, output: Output, files: FileStore, filename: string) {
  const size = { file_size: bytes.byteLength };
  if (output === 'base64') {
    if (bytes.byteLength > MAX_INLINE) throw ValidationError('The result is too large for base64; ask for output url.');
    return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'), ...size };
  }
  const extension = filename.slice(filename.lastIndexOf('.') + 1);
  const { key } = await files.put(bytes, extension);
  return { url: files.link(key, filename).url, ...size };
}
