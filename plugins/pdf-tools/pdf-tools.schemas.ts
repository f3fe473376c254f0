import { z } from 'zod';
import { PdfUrl, PdfWarningCode } from './contract.ts';

export const MAX_FIELDS = 2000;

export const Output = z
  .enum(['url', 'base64'], { error: 'is url or base64' })
  .default('url')
  .describe('`url` (default) answers with a signed link to the file, `base64` with the file itself.');
export const source = {
  pdf: z.string({ error: 'must be a PDF as base64' }).optional().describe('The PDF in base64; or `pdf_url`.'),
  pdf_url: PdfUrl.optional().describe('Where the PDF is fetched from: an http or https URL that this server may reach; or `pdf`.'),
  password: z.string().max(127).optional().describe('Opens an encrypted PDF: its user or owner password, up to 127 characters.'),
};
/** Of operations that make a file of one PDF. */
export const fileBody = { ...source, output: Output };

export const FieldName = z.string({ error: 'is required' }).min(1, 'is required').max(256, 'may have at most 256 characters');
export const SourceBody = z.strictObject(source);

export const PdfWarning = z.object({
  code: PdfWarningCode.describe('The kind of warning, for programs.'),
  message: z.string().describe('What to know about the result, for people.'),
});
export const Warnings = z.array(PdfWarning).optional().describe('What to know about the result; absent when there is nothing.');
const Url = z.string().meta({ description: 'Signed link to the file, with `output: url`.', format: 'uri' });
const Data = z.string().describe('The file in base64, with `output: base64`.');
const Size = z.int().describe('Size of the file in bytes.');

/** A file as `output` says: a link or its bytes. */
export const fileReply = <S extends z.ZodRawShape>(shape: S) =>
  z.union([z.object({ url: Url, file_size: Size, ...shape }), z.object({ data: Data, file_size: Size, ...shape })]);

export const FileReply = fileReply({ warnings: Warnings });
export const PdfPart = fileReply({ index: z.int().describe('Its place among the parts, from 0.') });
