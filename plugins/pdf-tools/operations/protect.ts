import { z } from 'zod';
import { defineRoute } from '../../../server/contract/index.ts';
import { differentPasswords, protectFields } from '../contract.ts';
import { NotImplemented } from '../errors.ts';
import { fileBody, fileReply, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

const PATH = '/v1/pdf/protect';
const Reply = fileReply({ protected: z.literal(true).describe('Always true.'), warnings: Warnings });

/** Answered before the body is read: what it holds does not matter. */
const disabled = defineRoute({
  ...{ method: 'post', auth: 'key', scope: 'tools', path: PATH, response: Reply },
  operationId: 'protectPdf',
  summary: 'Encrypt a PDF (disabled on this server)',
  description: 'Every call is answered with 501 until the operator enables it.',
  errors: [NotImplemented],
  async handle() {
    throw NotImplemented('Protecting PDFs is disabled on this server; its operator enables it by pdf-tools.protect.');
  },
});

export const protect = defineOperation({
  name: 'protect',
  path: PATH,
  operationId: 'protectPdf',
  summary: 'Encrypt a PDF with AES-256',
  description:
    'The file then needs a password to open, or to do more than `permissions` allow. Readers must respect permissions by themselves; only `user_password` hides the content.',
  example: pdfToolExamples.protectPdf,
  body: z.strictObject({ ...fileBody, ...protectFields }).check(differentPasswords),
  response: Reply,
  replacement: (context) => (context.protect ? undefined : disabled),
  rejectionReason: (_, context) => (context.protect ? undefined : { field: 'type', message: 'protect is disabled on this server' }),
  isLast: () => true,
  options: ({ owner_password, user_password, permissions }: z.output<z.ZodObject<typeof protectFields>>, { maxPages }) => ({
    maxPages,
    ownerPassword: owner_password,
    userPassword: user_password,
    ...permissions,
  }),
  reply: async (made) => ({ ...(await made.file('protected.pdf')), protected: true }),
});
