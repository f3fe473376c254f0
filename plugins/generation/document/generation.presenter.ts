import type { z } from 'zod';
import type { FileStore } from '../../storage/contract.ts';
import { fileName, type Generation, type ProducedDocument } from '../contract.ts';
import type { GenerateReply, GenerationReply } from './generate.schemas.ts';

/** A generation as the wire has it; each reading signs the link afresh. */
export function presentGeneration(generation: Generation, files: FileStore): z.input<typeof GenerationReply> {
  const link = generation.file === null ? null : files.link(generation.file.key, fileName(generation));
  return {
    id: generation.id,
    template_id: generation.templateId,
    input_type: generation.inputType,
    source: generation.source,
    batch_id: generation.batchId,
    status: generation.status,
    url: link?.url ?? null,
    url_expires_at: link?.expiresAt.toISOString() ?? null,
    pages: generation.pages,
    ...generation.picture,
    file_size: generation.file?.size ?? null,
    generation_time_ms: generation.ms,
    filename: generation.filename,
    metadata: { ...generation.metadata },
    warnings: [...generation.warnings],
    error: generation.error,
    ...generation.print,
    created_at: generation.createdAt.toISOString(),
  };
}

export function presentProduced(produced: ProducedDocument, output: 'url' | 'base64'): z.input<typeof GenerateReply> {
  const { generation } = produced;
  const about = {
    id: generation.id,
    status: 'completed' as const,
    pages: generation.pages ?? 0,
    ...generation.picture,
    file_size: generation.file?.size ?? 0,
    generation_time_ms: generation.ms ?? 0,
    warnings: [...generation.warnings],
    ...generation.print,
  };
  return output === 'base64' ? { ...about, ...dataOf(produced) } : { ...about, ...linkOf(produced) };
}

const dataOf = ({ bytes }: ProducedDocument) => ({
  data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
});

function linkOf(produced: ProducedDocument) {
  const { url, expiresAt } = produced.link();
  return { url, url_expires_at: expiresAt.toISOString() };
}
