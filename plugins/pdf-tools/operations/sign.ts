import { z } from 'zod';
import { signFields } from '../contract.ts';
import { decodeImage } from '../image-input.ts';
import { fileBody, fileReply, Warnings } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

type SignFields = z.output<z.ZodObject<typeof signFields>>;

const Facts = z.object({
  level: z.enum(['B-B', 'B-T']).optional().describe('The PAdES level of the digital signature: `B-T` with a time stamp, else `B-B`.'),
});

/** A visual signature, and with `certificate` a digital one by the operator's key, which stays in this process. */
export const sign = defineOperation({
  name: 'sign',
  path: '/v1/pdf/sign',
  operationId: 'signPdf',
  summary: 'Put a visual signature on a page, and with certificate: true a digital one into the file',
  example: pdfToolExamples.signPdf,
  description: 'Without certificate it is an annotation, which proves nothing. A file that is signed already is only appended to.',
  body: z.strictObject({ ...fileBody, ...signFields }),
  response: fileReply({
    signed: z.literal(true).describe('Always true.'),
    signature_annotation_added: z.literal(true).describe('Always true: the signature is drawn.'),
    cryptographically_signed: z.boolean().describe('Whether the file is signed digitally, so that changes can be detected.'),
    ...Facts.shape,
    warnings: Warnings,
  }),
  rejectionReason: (wanted: SignFields, { certificate }) =>
    wanted.certificate && certificate === undefined
      ? { field: 'certificate', message: 'no certificate is configured on this server' }
      : undefined,
  isLast: (wanted) => wanted.certificate,
  options: (wanted, { maxPages, certificate, clock }) => {
    const { name, reason, location, contact, page, x, y, width, height } = wanted;
    return {
      ...{ maxPages, name, reason, location, contact, page, x, y, width, height },
      image: decodeImage(wanted.image),
      certificate: wanted.certificate ? certificate?.shown : undefined,
      now: clock().toISOString(),
    };
  },
  onAsk: (wanted, { certificate }) => (wanted.certificate ? certificate?.onAsk : undefined),
  reply: async (made, { certificate }) => ({
    ...(await made.file('signed.pdf')),
    signed: true,
    signature_annotation_added: true,
    cryptographically_signed: certificate,
    ...Facts.parse(made.facts ?? {}),
  }),
});
