import { z } from 'zod';

const fields = {
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  sample_data: z.record(z.string(), z.unknown()),
};

/** `starter.json` beside each `template.html`. */
export const StarterFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  category: z.enum(['billing', 'reporting', 'people', 'legal', 'logistics', 'events']),
  sample_data: z.record(z.string(), z.unknown()),
});

export const StarterList = z.object({ data: z.array(z.object(fields)) });
export const StarterReply = z.object({ ...fields, html_content: z.string() });
export const StarterParams = z.strictObject({ slug: z.string().max(100) });
export const StarterCloneReply = z.object({ id: z.string(), name: z.string(), version: z.int(), created_at: z.string() });
