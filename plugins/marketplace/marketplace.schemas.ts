import { pageQuery, pageReply } from '../../server/contract/index.ts';
import { z } from 'zod';

const Category = z.string().min(1).max(50);

export const MarketQuery = pageQuery({ default: 20, max: 100 }).extend({ category: Category.optional() });
export const PublishBody = z.strictObject({ category: Category.optional(), description: z.string().min(1).max(1000).optional() });

export const MarketTemplate = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  /** How often it was cloned. */
  downloads: z.int(),
});

export const MarketPage = pageReply(MarketTemplate);
export const MarketReply = z.object({ ...MarketTemplate.shape, html_content: z.string(), schema: z.record(z.string(), z.unknown()) });
export const PublishReply = z.object({ id: z.string(), name: z.string(), is_public: z.boolean() });
