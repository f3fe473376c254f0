import { z } from 'zod';
import { invoiceLevel, pdfaFields } from '../contract.ts';
import type { TaskResult } from '../child/worker.ts';
import { ConversionFailed } from '../errors.ts';
import { fileBody, fileReply, Warnings } from '../pdf-tools.schemas.ts';
import { bytesOf } from '../spool.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const Facts = z.object({
  level: z.enum(['1b', '2b', '3b']).describe('The level that it conforms to.'),
  rasterized_pages: z
    .array(z.int())
    .optional()
    .describe('Pages that became pictures, counted from 1, because they could not be converted otherwise. `warnings` say why.'),
});

export const pdfa = defineOperation({
  name: 'pdfa',
  path: '/v1/pdf/pdfa',
  operationId: 'convertToPdfa',
  summary: 'Convert to PDF/A-1b, 2b or 3b; the result is checked before it is called that',
  description:
    'Fonts are embedded, colours get a profile, and what PDF/A forbids is removed. Pages that cannot be converted become pictures and are named. A file that still does not conform is answered with 422.',
  example: pdfToolExamples.convertToPdfa,
  body: z.strictObject({ ...fileBody, ...pdfaFields }).check(invoiceLevel),
  response: fileReply({
    pdfa: z.literal(true).describe('Always true; a file that does not conform is answered with 422.'),
    ...Facts.shape,
    warnings: Warnings,
  }),
  errors: [ConversionFailed],
  // Drawing and comparing hundreds of pages takes longer.
  limits: { limitMs: 10_000, perPageMs: 200, mostMs: 60_000 },
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
    const drawnBecause = await rejectionReason(result);
    if (drawnBecause === undefined) return result;
    const pictures = await convert({ ...options, drawnBecause });
    const reason = await rejectionReason(pictures);
    if (reason !== undefined) throw ConversionFailed(reason);
    return pictures;
  },
  reply: async (made) => ({ ...(await made.file('archive.pdf')), pdfa: true, ...Facts.parse(made.facts) }),
});
