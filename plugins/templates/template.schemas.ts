import { Timestamp, pageQuery, pageReply } from '../../server/contract/index.ts';
import { z } from 'zod';
import { HtmlSource } from '../rendering/contract.ts';
import { schemaProblem } from './declared-schema.ts';
import { type DeclaredSchema, TemplateOptions, TemplateSummary } from './contract.ts';

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

export const CreateBody = z.strictObject({
  name: Name.describe('Its name: 1 to 255 characters.'),
  html_content: HtmlSource.describe('Its text: HTML with Handlebars variables, up to 5 MB. It must compile.'),
  schema: Declared.optional().describe(
    'Names of the variables and their types: `string`, `number`, `integer`, `boolean`, `date`, `array`, `object`, an object of fields, `[type]` for a list, or `{"$type": …, "title": …}` with words for people. Data that does not fit is refused. Inferred from the text when absent.',
  ),
  options: TemplateOptions.optional().describe(
    'Page options, region and language that documents of this template get, unless a request says otherwise field by field.',
  ),
});
export const UpdateBody = z
  .strictObject({
    name: Name.optional().describe('Its name: 1 to 255 characters.'),
    html_content: HtmlSource.optional().describe('Its text: HTML with Handlebars variables, up to 5 MB. It must compile.'),
    schema: Declared.optional().describe(
      'Names of the variables and their types: `string`, `number`, `integer`, `boolean`, `date`, `array`, `object`, an object of fields, `[type]` for a list, or `{"$type": …, "title": …}` with words for people. Data that does not fit is refused. Inferred from the text when absent.',
    ),
    options: TemplateOptions.optional().describe(
      'Page options, region and language that documents of this template get, unless a request says otherwise field by field. Replaces all that were saved.',
    ),
  })
  .refine((body) => Object.keys(body).length > 0, 'send at least one of name, html_content, schema and options');

export const VersionParams = z.strictObject({
  id: z.string().max(100).describe('The id of the template.'),
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'is a version number')
    .transform(Number)
    .meta({ description: 'Which version, from 1.', type: 'integer', pattern: undefined, minimum: 1, maximum: 999_999_999 }),
});
export const ListQuery = pageQuery({ default: 50, max: 100 }).extend({
  search: z.string().min(1).max(255).optional().describe('Only templates whose name contains this text, in upper or lower case.'),
});

export const TemplateReply = z.object({
  ...TemplateSummary.shape,
  html_content: z.string().describe('Its text: HTML with Handlebars variables.'),
  schema: z.record(z.string(), z.unknown()).describe('Names of its variables and their types, as they were sent or inferred.'),
  options: TemplateOptions.describe(
    'Page options, region and language that documents of this template get, unless a request says otherwise field by field.',
  ),
});
export const TemplatePage = pageReply(TemplateSummary);
export const VersionReply = z.object({
  id: z.string().describe('The id of the template.'),
  version: z.int().describe('Which version this is.'),
  html_content: z.string().describe('The text of this version.'),
  options: TemplateOptions.describe('Page options, region and language that were saved with this version.'),
  created_at: Timestamp.describe('When this version was saved.'),
});
export const VersionPage = z.object({
  data: z
    .array(z.object({ version: z.int().describe('Number of the version, from 1.'), created_at: Timestamp.describe('When it was saved.') }))
    .describe('The versions of this page, newest first.'),
  has_more: z.boolean().describe('Whether there are older ones after these.'),
});
export const VersionQuery = pageQuery({ default: 50, max: 100 }).omit({ cursor: true });
export const DeletedReply = z.object({ deleted: z.literal(true).describe('Always true.') });
export const JsonSchemaReply = z.looseObject({
  type: z.literal('object').describe('Always `object`.'),
  title: z.string().describe('The name of the template.'),
  properties: z.record(z.string(), z.unknown()).describe('The variables, each as JSON Schema 2020-12.'),
});
