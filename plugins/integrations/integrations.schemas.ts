import { z } from 'zod';
import { Filename, GenerationObject, sourceFields } from '../generation/contract.ts';
import { TemplateSummary } from '../templates/contract.ts';

export const AuthTestReply = z.object({ authenticated: z.literal(true), email: z.string(), plan: z.string() });

export const FeedQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,5}$/, 'is a whole number from 1 to 100')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .optional()
    .transform((limit) => limit ?? 10),
});

export const GenerationFeed = z.array(GenerationObject);
export const TemplateFeed = z.array(TemplateSummary);

/** Flat, as no-code platforms fill it in; what is checked deeper is checked where documents are made. */
export const ActionBody = z
  .strictObject({
    html: sourceFields.html,
    template_id: sourceFields.template,
    data: sourceFields.data,
    format: z.enum(['A4', 'Letter', 'Legal'], { error: 'is A4, Letter or Legal' }).default('A4'),
    orientation: z.enum(['portrait', 'landscape'], { error: 'is portrait or landscape' }).default('portrait'),
    filename: Filename.optional(),
    /** Seconds after which the reply is 202 with the id, if the document is not ready by then. */
    wait: z.number().min(0, 'is 0 to 25 seconds').max(25, 'is 0 to 25 seconds').optional(),
  })
  .check(({ value, issues }) => {
    if (value.html === undefined && value.template_id === undefined) {
      issues.push({ code: 'custom', path: ['html'], message: 'send html or template_id', input: value });
    }
    if (value.html !== undefined && value.template_id !== undefined) {
      issues.push({ code: 'custom', path: ['template_id'], message: 'send only one of html and template_id', input: value });
    }
  });

export const ActionReply = z.object({
  id: z.string(),
  url: z.string().optional(),
  pages: z.int().optional(),
  file_size: z.int().optional(),
  /** Only when the document is not ready yet. */
  status: z.literal('processing').optional(),
});
