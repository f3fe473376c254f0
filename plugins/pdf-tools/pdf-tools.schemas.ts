import { z } from 'zod';
import {
  Coordinate,
  differentPasswords,
  invoiceLevel,
  oneMark,
  PageIndex,
  PageRange,
  pdfaFields,
  PdfUrl,
  protectFields,
  signFields,
  Size,
  watermarkFields,
} from './contract.ts';

const MAX_ENTRIES = 2000;
const MAX_RANGES = 500;

const Output = z.enum(['url', 'base64'], { error: 'is url or base64' }).default('url');
const source = {
  /** Base64; or `pdf_url`. */
  pdf: z.string({ error: 'must be a PDF as base64' }).optional(),
  pdf_url: PdfUrl.optional(),
  password: z.string().max(127).optional(),
};
const body = { ...source, output: Output };

const FieldName = z.string({ error: 'is required' }).min(1, 'is required').max(256, 'may have at most 256 characters');
export const SourceBody = z.strictObject(source);
export const ListFieldsReply = z.object({
  fields: z.array(z.object({ name: z.string(), type: z.string(), value: z.union([z.string(), z.boolean(), z.array(z.string())]) })),
  total: z.int(),
});

export const FillBody = z.strictObject({
  ...body,
  fields: z
    .array(
      z.strictObject({
        name: FieldName,
        value: z.union(
          [z.string().max(32_000, 'may have at most 32,000 characters'), z.boolean(), z.array(z.string().max(1000)).max(500)],
          {
            error: 'must be a string, or true or false',
          },
        ),
      }),
      { error: 'is required: an array of {name, value}' },
    )
    .min(1, 'must have 1 to 2,000 entries')
    .max(MAX_ENTRIES, 'must have 1 to 2,000 entries'),
  flatten: z.boolean().default(false),
});

export const AddFieldsBody = z.strictObject({
  ...body,
  fields: z
    .array(
      z.strictObject({
        name: FieldName,
        type: z.enum(['text', 'checkbox', 'dropdown'], { error: 'must be text, checkbox or dropdown' }),
        page: PageIndex,
        x: Coordinate,
        y: Coordinate,
        width: Size.optional(),
        height: Size.optional(),
        options: z.array(z.string().min(1, 'must not be empty').max(1000)).min(1, 'must have an option').max(500).optional(),
        defaultValue: z.union([z.string().max(32_000), z.boolean()]).optional(),
      }),
      { error: 'is required: an array of fields' },
    )
    .min(1, 'must have 1 to 2,000 entries')
    .max(MAX_ENTRIES, 'must have 1 to 2,000 entries'),
});

export const SignBody = z.strictObject({ ...body, ...signFields });
export const ProtectBody = z.strictObject({ ...body, ...protectFields }).check(differentPasswords);
export const WatermarkBody = z.strictObject({ ...body, ...watermarkFields }).check(oneMark);

export const SplitBody = z.strictObject({
  ...body,
  ranges: z
    .array(PageRange, { error: 'must be an array of [page] or [first, last]' })
    .min(1, 'must have 1 to 500 ranges')
    .max(MAX_RANGES, 'must have 1 to 500 ranges')
    .optional(),
});

export const PdfaBody = z.strictObject({ ...body, ...pdfaFields }).check(invoiceLevel);

export const MergeBody = z.strictObject({
  pdfs: z
    .array(z.strictObject({ ...source, ranges: z.array(PageRange).min(1).max(MAX_RANGES).optional() }))
    .min(2, 'must have 2 to 50 entries')
    .max(50, 'must have 2 to 50 entries'),
  output: Output,
});

export const InfoReply = z.object({
  pages: z.int(),
  file_size: z.int(),
  version: z.string().nullable(),
  encrypted: z.boolean(),
  tagged: z.boolean(),
  signatures: z.int(),
  /** Standards the file says it follows; not checked. */
  claims: z.array(z.string()),
  metadata: z.record(z.string(), z.string().nullable()),
  page_sizes: z.array(z.object({ width: z.number(), height: z.number(), rotation: z.int() })),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** From 0. */
      page: z.int().nullable(),
      box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
      options: z.array(z.string()).optional(),
      required: z.boolean(),
      read_only: z.boolean(),
      multiline: z.boolean().optional(),
      password: z.boolean().optional(),
      max_length: z.int().nullable().optional(),
    }),
  ),
});

export const PreviewBody = z.strictObject({ ...body, page: PageIndex.default(0), dpi: z.int().min(18).max(300).default(96) });

export const PdfWarning = z.object({ code: z.string(), message: z.string() });
const Warnings = z.array(PdfWarning).optional();
/** `url` or `data`, as `output` says. */
const fileFields = { url: z.string().optional(), data: z.string().optional(), file_size: z.int() };

export const FileReply = z.object({ ...fileFields, warnings: Warnings });
export const SignReply = z.object({
  ...fileFields,
  signed: z.literal(true),
  signature_annotation_added: z.literal(true),
  cryptographically_signed: z.boolean(),
  level: z.enum(['B-B', 'B-T']).optional(),
  warnings: Warnings,
});
export const ProtectReply = z.object({ ...fileFields, protected: z.literal(true), warnings: Warnings });
export const PdfPart = z.object(fileFields);
export const SplitReply = z.object({ parts: z.array(PdfPart), total: z.int(), warnings: Warnings });
export const PdfaReply = z.object({
  ...fileFields,
  pdfa: z.literal(true),
  level: z.enum(['1b', '2b', '3b']),
  rasterized_pages: z.array(z.int()).optional(),
  warnings: Warnings,
});
export const MergeReply = z.object({ ...fileFields, pages: z.int(), warnings: Warnings });
export const PreviewReply = z.object({ ...fileFields, width: z.int(), height: z.int() });
