import { z } from 'zod';
import { PdfUrl } from './contract.ts';

export const MAX_FIELDS = 2000;

export const Output = z.enum(['url', 'base64'], { error: 'is url or base64' }).default('url');
export const source = {
  /** Base64; or `pdf_url`. */
  pdf: z.string({ error: 'must be a PDF as base64' }).optional(),
  pdf_url: PdfUrl.optional(),
  password: z.string().max(127).optional(),
};
/** Of operations that make a file of one PDF. */
export const fileBody = { ...source, output: Output };

export const FieldName = z.string({ error: 'is required' }).min(1, 'is required').max(256, 'may have at most 256 characters');
export const SourceBody = z.strictObject(source);

export const PdfWarning = z.object({ code: z.string(), message: z.string() });
export const Warnings = z.array(PdfWarning).optional();
/** `url` or `data`, as `output` says. */
export const fileFields = { url: z.string().optional(), data: z.string().optional(), file_size: z.int() };

export const FileReply = z.object({ ...fileFields, warnings: Warnings });
export const PdfPart = z.object(fileFields);
