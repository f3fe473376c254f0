import { z } from 'zod';
import { Timestamp, pageReply } from '../../../server/contract/index.ts';
import { ImageOptions } from '../../rendering/contract.ts';
import {
  checkSources,
  documentFields,
  DocumentWarnings,
  GenerationObject,
  pictureReply,
  reproducibleReply,
  WebhookUrl,
} from '../contract.ts';

export const GenerateBody = z
  .strictObject({
    ...documentFields,
    image: ImageOptions.optional().describe(
      'Makes a picture of the whole page in place of a PDF, as a browser window shows it on a screen. `options` and `steps` are for PDFs alone.',
    ),
    webhook: WebhookUrl.optional(),
  })
  .check((body) => {
    const { value, issues } = body;
    const refuse = (field: keyof typeof value, message: string): void => {
      issues.push({ code: 'custom', path: [field], message, input: value });
    };
    checkSources(body, ['html', 'template', 'react', 'url']);
    if (value.image !== undefined) {
      for (const name of ['options', 'steps'] as const)
        if (value[name] !== undefined) refuse(name, 'is not used with image: it is for PDFs');
    }
    if (value.template_version !== undefined && (value.template === undefined || value.template.includes('@'))) {
      refuse('template_version', 'needs a template without @version');
    }
  });
export type GenerateBody = z.output<typeof GenerateBody>;

const identity = {
  id: z.string().describe('The id of the document; begins with `gen_`.'),
  status: z.enum(['completed']).describe('Always `completed`: what fails is answered with an error.'),
};
const facts = {
  pages: z.int().describe('Number of pages; 1 for a picture.'),
  ...pictureReply,
  file_size: z.int().describe('Size of the PDF in bytes.'),
  generation_time_ms: z.int().describe('How long it took, in milliseconds.'),
  warnings: DocumentWarnings,
  ...reproducibleReply,
};
/** A link or the bytes, as `output` says. */
export const GenerateReply = z.union([
  z.object({
    ...identity,
    url: z.string().meta({ description: 'Signed link to the PDF, with `output: url`.', format: 'uri' }),
    url_expires_at: Timestamp.describe('When the link stops working.'),
    ...facts,
  }),
  z.object({ ...identity, data: z.string().describe('The PDF in base64, with `output: base64`.'), ...facts }),
]);

export const GenerationSummary = GenerationObject.omit({ error: true });
export const GenerationReply = GenerationObject.extend({
  data: z.string().optional().describe('The PDF in base64, for a document that was asked for with `output: base64`.'),
});
export const GenerationPage = pageReply(GenerationSummary);
export const DeleteReply = z.object({
  id: z.string().describe('The id of the document that is gone.'),
  deleted: z.literal(true).describe('Always true.'),
});
