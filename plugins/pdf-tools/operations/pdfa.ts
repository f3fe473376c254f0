import { z } from 'zod';
import { invoiceLevel, pdfaFields } from '../contract.ts';
import type { TaskResult } from '../child/worker.ts';
import { ConversionFailed } from '../errors.ts';
import { fileBody, fileFields, Warnings } from '../pdf-tools.schemas.ts';
import { bytesOf } from '../spool.ts';
import { defineOperation } from './operation.ts';

const Facts = z.object({ level: z.enum(['1b', '2b', '3b']), rasterized_pages: z.array(z.int()).optional() });

export const pdfa = defineOperation({
  name: 'pdfa',
  path: '/v1/pdf/pdfa',
  summary: 'Convert to PDF/A-1b, 2b or 3b; the result is checked before it is called that',
  body: z.strictObject({ ...fileBody, ...pdfaFields }).check(invoiceLevel),
  response: z.object({ ...fileFields, pdfa: z.literal(true), ...Facts.shape, warnings: Warnings }),
  errors: [ConversionFailed],
  // Drawing and comparing hundreds of pages takes longer.
  limits: { limitMs: 10_000, perPageMs: 50, mostMs: 60_000 },
  isLast: () => true,
  options: ({ title, author, subject, level, facturx: invoice }: z.output<z.ZodObject<typeof pdfaFields>>, { maxPages, clock }) => ({
    ...{ maxPages, title, author, subject, level, invoice },
    now: clock().toISOString(),
  }),
  /** What the operator's validator does not agree with becomes pictures, and is validated once more. */
  async validate(convert, options, { validator }) {
    const rejectionReason = async ({ files: [file], facts }: TaskResult): Promise<string | undefined> =>
      file === undefined ? 'there is no file' : validator?.(await bytesOf(file), Facts.parse(facts).level);
    const result = await convert(options);
    if ((await rejectionReason(result)) === undefined) return result;
    const pictures = await convert({ ...options, bitmapsOnly: true });
    const reason = await rejectionReason(pictures);
    if (reason !== undefined) throw ConversionFailed(reason);
    return pictures;
  },
  reply: async (made) => ({ ...(await made.file('archive.pdf')), pdfa: true, ...Facts.parse(made.facts) }),
});
