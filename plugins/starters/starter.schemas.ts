import { z } from 'zod';

export const StarterSummary = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  sample_data: z.record(z.string(), z.unknown()),
});

/** `starter.json` beside each `template.html`. */
export const StarterFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  category: z.enum(['billing', 'reporting', 'people', 'legal', 'logistics', 'events']),
  sample_data: z.record(z.string(), z.unknown()),
});

export const StarterList = z.object({ data: z.array(StarterSummary) });
export const StarterReply = z.object({ ...StarterSummary.shape, html_content: z.string() });
export const StarterParams = z.strictObject({ slug: z.string().max(100) });
