import { z } from 'zod';
import { PrintOptions, regionFields, RenderWarning, WaitRules } from '../rendering/contract.ts';

const KB = 1024;
const MB = 1024 * KB;
const MAX_DATA_DEPTH = 64;
const MAX_DATA_KEYS = 100_000;

const text = (maxBytes: number, size: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .refine((value) => value.length <= maxBytes && Buffer.byteLength(value) <= maxBytes, `may have at most ${size}`);

/** Depth and number of keys, without recursion. */
function isModest(data: unknown): boolean {
  let keys = 0;
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DATA_DEPTH) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const children = Object.values(value);
      keys += children.length;
      if (keys > MAX_DATA_KEYS) return false;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return true;
}

const Data = z
  .record(z.string(), z.unknown(), { error: 'is an object' })
  .refine((data) => isModest(data), `may have at most ${String(MAX_DATA_DEPTH)} levels and ${String(MAX_DATA_KEYS)} values`)
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= 2 * MB, 'may have at most 2 MB as JSON');

const isControl = (value: string): boolean => /[\p{Cc}/\\]/u.test(value);

/** What every document request has, single or in a batch. */
export const documentFields = {
  html: text(5 * MB, '5 MB').optional(),
  react: text(256 * KB, '256 KB').optional(),
  template: z
    .string()
    .regex(/^tmpl_\w{1,60}(@[1-9]\d{0,8})?$/, 'is a template id such as tmpl_x or tmpl_x@3')
    .optional(),
  data: Data.optional(),
  styles: text(512 * KB, '512 KB').optional(),
  ...regionFields,
  options: PrintOptions.optional(),
  output: z.enum(['url', 'base64'], { error: 'is url or base64' }).optional(),
  template_version: z.int().min(1).optional(),
  wait: WaitRules.optional(),
  filename: z
    .string()
    .min(1)
    .max(200)
    .refine((value) => !isControl(value), 'must not contain slashes or control characters')
    .optional(),
  metadata: z
    .record(z.string().max(100), z.union([z.string().max(1000), z.number(), z.boolean()]))
    .refine((value) => Object.keys(value).length <= 50, 'may have at most 50 entries')
    .optional(),
  strict: z.boolean().optional(),
};

export const GenerateBody = z
  .strictObject({
    ...documentFields,
    webhook: z.string().min(1).optional(),
  })
  .check(({ value, issues }) => {
    const given = (['html', 'template', 'react'] as const).filter((name) => value[name] !== undefined);
    if (given.length === 0) {
      issues.push({ code: 'custom', path: ['html'], message: 'send one of html, template or react', input: value });
    }
    for (const name of given.slice(1)) {
      issues.push({ code: 'custom', path: [name], message: 'send only one of html, template and react', input: value });
    }
    if (value.template_version !== undefined && (value.template === undefined || value.template.includes('@'))) {
      issues.push({ code: 'custom', path: ['template_version'], message: 'needs a template without @version', input: value });
    }
  });
export type GenerateBody = z.output<typeof GenerateBody>;

export const GenerateReply = z.object({
  id: z.string(),
  status: z.enum(['completed']),
  url: z.string().optional(),
  url_expires_at: z.string().optional(),
  /** The PDF in base64, when `output` is base64. */
  data: z.string().optional(),
  pages: z.int(),
  file_size: z.int(),
  generation_time_ms: z.int(),
  warnings: z.array(RenderWarning),
});

const generationFields = {
  id: z.string(),
  template_id: z.string().nullable(),
  input_type: z.enum(['html', 'template', 'react']),
  source: z.enum(['api', 'batch', 'integrations']),
  batch_id: z.string().nullable(),
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  url: z.string().nullable(),
  url_expires_at: z.string().nullable(),
  pages: z.int().nullable(),
  file_size: z.int().nullable(),
  generation_time_ms: z.int().nullable(),
  filename: z.string().nullable(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  warnings: z.array(RenderWarning),
  created_at: z.string(),
};

const GenerationItem = z.object(generationFields);
export const GenerationReply = z.object({
  ...generationFields,
  error: z.string().nullable(),
  /** The PDF in base64, for a document that was asked for with `output: base64`. */
  data: z.string().optional(),
});
export const GenerationPage = z.object({
  data: z.array(GenerationItem),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
export const GenerationParams = z.strictObject({ id: z.string().max(100) });
export const DeleteReply = z.object({ id: z.string(), deleted: z.literal(true) });
