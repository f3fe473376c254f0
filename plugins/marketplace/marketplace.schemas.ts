import { Timestamp, pageQuery, pageReply } from '../../server/contract/index.ts';
import { z } from 'zod';
import { TemplateOptions } from '../templates/contract.ts';

const Category = z.string().min(1).max(50);

export const MarketQuery = pageQuery({ default: 20, max: 100 }).extend({
  category: Category.optional().describe('Only templates of this category, written as it was published: 1 to 50 characters.'),
});
export const PublishBody = z.strictObject({
  category: Category.optional().describe('Where it is listed: 1 to 50 characters, such as `billing`.'),
  description: z.string().min(1).max(1000).optional().describe('What it is for: 1 to 1000 characters.'),
});

export const MarketTemplate = z.object({
  id: z.string().describe('The id of the template; begins with `tmpl_`.'),
  name: z.string().describe('Its name.'),
  version: z.int().describe('Its version; rises when the text changes.'),
  created_at: Timestamp.describe('When it was made.'),
  updated_at: Timestamp.describe('When it was last changed.'),
  category: z.string().nullable().describe('Where it is listed; null for none.'),
  description: z.string().nullable().describe('What it is for; null where its author says nothing.'),
  downloads: z.int().describe('How often it was cloned.'),
});

export const MarketPage = pageReply(MarketTemplate);
export const MarketReply = z.object({
  ...MarketTemplate.shape,
  html_content: z.string().describe('Its text: HTML with Handlebars variables.'),
  schema: z.record(z.string(), z.unknown()).describe('Names of its variables and their types.'),
  options: TemplateOptions.describe(
    'Page options, region and language that documents of this template get, unless a request says otherwise field by field.',
  ),
});
export const PublishReply = z.object({
  id: z.string().describe('The id of the template.'),
  name: z.string().describe('Its name.'),
  is_public: z.boolean().describe('Whether every account can see and copy it.'),
});
