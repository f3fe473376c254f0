import { z } from 'zod';

export const StarterSummary = z.object({
  slug: z.string().describe('Identifies it in paths, such as `invoice`.'),
  name: z.string().describe('Its name.'),
  description: z.string().describe('What it is for.'),
  category: z.string().describe('The kind of document, such as `billing`.'),
  sample_data: z.record(z.string(), z.unknown()).describe('Data that fills every variable, to try it with.'),
});

/** `starter.json` beside each `template.html`. */
export const StarterFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  category: z.enum(['billing', 'reporting', 'people', 'legal', 'logistics', 'events']),
  sample_data: z.record(z.string(), z.unknown()),
});

export const StarterList = z.object({ data: z.array(StarterSummary).describe('Every starter template of this server.') });
export const StarterReply = z.object({
  ...StarterSummary.shape,
  html_content: z.string().describe('Its text: HTML with Handlebars variables.'),
});
export const StarterParams = z.strictObject({
  slug: z.string().max(100).describe('Which starter template; `GET /v1/starter-templates` lists them.'),
});
