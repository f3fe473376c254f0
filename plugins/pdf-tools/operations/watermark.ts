import { z } from 'zod';
import { oneMark, watermarkFields } from '../contract.ts';
import { decodeImage } from '../image-input.ts';
import { fileBody, FileReply } from '../pdf-tools.schemas.ts';
import { defineOperation } from './operation.ts';
import { pdfToolExamples } from '../pdf-tools.examples.ts';

export const watermark = defineOperation({
  name: 'watermark',
  path: '/v1/pdf/watermark',
  operationId: 'watermarkPdf',
  summary: 'Draw a text or a picture across pages',
  description: 'Send `text` or `image`. It becomes part of the page.',
  example: pdfToolExamples.watermarkPdf,
  body: z.strictObject({ ...fileBody, ...watermarkFields }).check(oneMark),
  response: FileReply,
  options: (wanted: z.output<z.ZodObject<typeof watermarkFields>>, { maxPages }) => {
    const { text, image, opacity, rotation, font_size, color, layer, pages } = wanted;
    return { ...{ maxPages, text, opacity, rotation, font_size, color, layer, pages }, image: decodeImage(image) };
  },
  reply: async (made) => made.file('marked.pdf'),
});
