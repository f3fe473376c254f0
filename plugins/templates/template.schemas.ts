import { pageQuery, pageReply } from '../../server/contract/index.ts';
import { z } from 'zod';
import { HtmlSource } from '../rendering/contract.ts';
import { schemaProblem } from './declared-schema.ts';
import { type DeclaredSchema, TemplateSummary } from './contract.ts';

const Name = z
  .string()
  .min(1, 'must not be empty')
  .max(255, 'may have at most 255 characters')
  .refine((name) => name.trim() !== '' && !/\p{Cc}/u.test(name), 'must show something and hold no control characters');

/** Names of variables and their types: a type word, an object of fields, or `[type]` for an array. */
const Declared = z
  .record(z.string(), z.unknown(), { error: 'is an object of variable names and types' })
  .check(({ value, issues }) => {
    const problem = schemaProblem(value);
    if (problem !== undefined) issues.push({ code: 'custom', input: value, ...problem });
  })
  // Checked above.
  .transform((value) => value as DeclaredSchema);

export const CreateBody = z.strictObject({ name: Name, html_content: HtmlSource, schema: Declared.optional() });
export const UpdateBody = z
  .strictObject({ name: Name.optional(), html_content: HtmlSource.optional(), schema: Declared.optional() })
  .refine((body) => Object.keys(body).length > 0, 'send at least one of name, html_content and schema');

export const VersionParams = z.strictObject({
  id: z.string().max(100),
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'is a version number')
    .transform(Number),
});
export const ListQuery = pageQuery({ default: 50, max: 100 }).extend({ search: z.string().min(1).max(255).optional() });

export const TemplateReply = z.object({ ...TemplateSummary.shape, html_content: z.string(), schema: z.record(z.string(), z.unknown()) });
export const TemplatePage = pageReply(TemplateSummary);
export const VersionReply = z.object({ id: z.string(), version: z.int(), html_content: z.string(), created_at: z.string() });
export const VersionPage = z.object({ data: z.array(z.object({ version: z.int(), created_at: z.string() })), has_more: z.boolean() });
export const VersionQuery = pageQuery({ default: 50, max: 100 }).omit({ cursor: true });
export const DeletedReply = z.object({ deleted: z.literal(true) });
export const JsonSchemaReply = z.looseObject({
  type: z.literal('object'),
  title: z.string(),
  properties: z.record(z.string(), z.unknown()),
});
