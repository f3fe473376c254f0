import type { z } from 'zod';
import { InternalError, ValidationError } from '../../server/contract/index.ts';
import type { FileStore } from '../storage/contract.ts';
import type { PdfWarning } from './contract.ts';
import type { TaskResult } from './child/worker.ts';
import type { FileReply, PdfPart } from './pdf-tools.schemas.ts';
import { bytesOf, type Content } from './spool.ts';

export type Output = 'url' | 'base64';

const MB = 1024 * 1024;
const MAX_INLINE = 50 * MB;
const STORED_AT_ONCE = 16;
/** Parts that are larger are stored one by one. */
const SMALL = MB;

/** What an operation made, on its way to the caller. */
export interface Produced {
  readonly facts: unknown;
  readonly warnings: { warnings?: PdfWarning[] };
  /** @throws ValidationError when it is too large for the reply */
  file(filename: string): Promise<z.input<typeof FileReply>>;
  /** @throws ValidationError when they are too large for the reply */
  parts(nameOf: (index: number) => string): Promise<z.input<typeof PdfPart>[]>;
}

/** Files as the caller wants them: links, or base64 in the reply. */
export function produced(
  { files: contents, facts, warnings: reported = [] }: TaskResult,
  output: Output,
  files: FileStore,
  accountId: string,
): Produced {
  const warnings = reported.length === 0 ? {} : { warnings: [...reported] };

  const refuseInline = (): void => {
    const size = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (output === 'base64' && size > MAX_INLINE) throw ValidationError('The result is too large for base64; ask for output url.');
  };

  const deliver = async (content: Content, filename: string): Promise<z.input<typeof FileReply>> => {
    const bytes = await bytesOf(content);
    const size = { file_size: bytes.byteLength };
    if (output === 'base64') return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'), ...size };
    const { key } = await files.put(bytes, filename.slice(filename.lastIndexOf('.') + 1), accountId);
    return { url: files.link(key, filename).url, ...size };
  };

  return {
    facts,
    warnings,
    async file(filename) {
      const [content] = contents;
      if (content === undefined) throw InternalError('The operation produced no file.');
      refuseInline();
      return { ...(await deliver(content, filename)), ...warnings };
    },
    async parts(nameOf) {
      refuseInline();
      const parts: z.input<typeof PdfPart>[] = [];
      const atOnce = contents.some(({ byteLength }) => byteLength > SMALL) ? 1 : STORED_AT_ONCE;
      for (let at = 0; at < contents.length; at += atOnce) {
        const some = contents.slice(at, at + atOnce);
        parts.push(
          ...(await Promise.all(some.map(async (content, i) => ({ ...(await deliver(content, nameOf(at + i))), index: at + i })))),
        );
      }
      return parts;
    },
  };
}
