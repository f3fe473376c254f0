import { z } from 'zod';
import { pageReply } from '../../../server/contract/index.ts';
import { RenderWarning } from '../../rendering/contract.ts';
import { documentFields, GenerationObject, WebhookUrl } from '../contract.ts';

export const GenerateBody = z
  .strictObject({
    ...documentFields,
    webhook: WebhookUrl.optional(),
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

export const GenerationSummary = GenerationObject.omit({ error: true });
export const GenerationReply = GenerationObject.extend({
  /** The PDF in base64, for a document that was asked for with `output: base64`. */
  data: z.string().optional(),
});
export const GenerationPage = pageReply(GenerationSummary);
export const DeleteReply = z.object({ id: z.string(), deleted: z.literal(true) });
