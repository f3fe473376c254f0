import { z } from 'zod';
import { Filename, GenerationObject, sourceFields } from '../generation/contract.ts';
import { PrintOptions, regionFields } from '../rendering/contract.ts';
import { TemplateSummary, type VariableField } from '../templates/contract.ts';

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

const FieldType: z.ZodType<VariableField['type']> = z.enum([
  ...['text', 'number', 'integer', 'boolean', 'date', 'email', 'url', 'collection', 'array', 'any'],
] as const);
export const TemplateField: z.ZodType<VariableField> = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().optional(),
  type: FieldType,
  required: z.boolean(),
  get spec() {
    return z.union([z.array(TemplateField), z.object({ type: FieldType })]).optional();
  },
});
export const TemplateFields = z.array(TemplateField);

const { margin, header, footer } = PrintOptions.shape;
/** Of one side; the other thing that a margin may be is an object of sides. */
const side = margin.unwrap().options[0].optional();

/** Flat, as no-code platforms fill it in; what is checked deeper is checked where documents are made. */
export const ActionBody = z
  .strictObject({
    html: sourceFields.html,
    template_id: sourceFields.template,
    data: sourceFields.data,
    format: z.enum(['A4', 'Letter', 'Legal'], { error: 'is A4, Letter or Legal' }).default('A4'),
    orientation: z.enum(['portrait', 'landscape'], { error: 'is portrait or landscape' }).default('portrait'),
    filename: Filename.optional(),
    margin_top: side,
    margin_right: side,
    margin_bottom: side,
    margin_left: side,
    header,
    footer,
    template_version: z.int().min(1).optional(),
    ...regionFields,
    /** As with a test key: a watermark, and not counted. */
    test: z.boolean().optional(),
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
