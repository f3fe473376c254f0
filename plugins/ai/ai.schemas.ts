import { z } from 'zod';

export const TYPES = ['invoice', 'receipt', 'report', 'certificate', 'letter', 'resume', 'other'] as const;
export const STYLES = ['professional', 'modern', 'minimal', 'colorful'] as const;

const Type = z.enum(TYPES, { error: `is one of ${TYPES.join(', ')}` });
const Style = z.enum(STYLES, { error: `is one of ${STYLES.join(', ')}` });

export const AiBody = z.strictObject({
  prompt: z
    .string()
    .min(1, 'has 1 to 2000 characters')
    .max(2000, 'has 1 to 2000 characters')
    .refine((prompt) => prompt.trim() !== '', 'must say something')
    .describe('What the template is for and what it should show, in plain words: 1 to 2000 characters.'),
  type: Type.default('other').describe('The kind of document. Default: `other`.'),
  style: Style.default('professional').describe('How it should look. Default: `professional`.'),
  variables: z
    .array(z.string().regex(/^[A-Za-z_]\w{0,63}(\.[A-Za-z_]\w{0,63}){0,4}$/, 'is a variable name such as total or customer.name'))
    .max(100, 'may have at most 100 names')
    .optional()
    .describe('Names of variables to include, such as `total` or `customer.name`: up to 100.'),
});
export type AiBody = z.output<typeof AiBody>;

export const AiReply = z.object({
  html: z.string().describe('The template: HTML with Handlebars, without scripts, loading nothing.'),
  variables: z.array(z.string()).describe('Every variable of the template.'),
  type: Type.describe('The kind of document that was asked for.'),
  style: Style.describe('The style that was asked for.'),
});
