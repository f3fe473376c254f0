import { z } from 'zod';
import { wholeNumber } from '../../server/contract/index.ts';
import { checkSources, documentFields, DocumentWarnings, Filename, GenerationObject, sourceFields } from '../generation/contract.ts';
import { BaseUrl, PrintOptions, regionFields, reproducibleFields } from '../rendering/contract.ts';
import { TemplateSummary, type VariableField } from '../templates/contract.ts';

export const AuthTestReply = z.object({
  authenticated: z.literal(true).describe('Always true; a wrong key is answered with 401.'),
  email: z.string().describe('Whose account it is.'),
  plan: z.string().describe('The plan of the account.'),
});

export const FeedQuery = z.strictObject({
  limit: wholeNumber({ min: 1, max: 100 })
    .optional()
    .transform((limit) => limit ?? 10)
    .meta({ description: 'How many entries to list at most: 1 to 100.', default: 10 }),
});

export const GenerationFeed = z.array(GenerationObject);
export const TemplateFeed = z.array(TemplateSummary);

const FieldType: z.ZodType<VariableField['type']> = z.enum([
  ...['text', 'number', 'integer', 'boolean', 'date', 'email', 'url', 'collection', 'array', 'any'],
] as const);
export const TemplateField: z.ZodType<VariableField> = z.object({
  name: z.string().describe('Name of the variable.'),
  label: z.string().describe('What to show beside the field.'),
  help: z.string().optional().describe('What to write into it, for people.'),
  type: FieldType.describe('The kind of value.'),
  required: z.boolean().describe('Whether the template’s author declared it so; other variables may be left empty.'),
  time: z.boolean().optional().describe('Of a date: whether it is a moment (`2026-11-25T09:00:00Z`), and not a day (`2026-11-25`).'),
  get spec() {
    return z
      .union([z.array(TemplateField), z.object({ type: FieldType.describe('The kind of value of each entry.') })])
      .optional()
      .describe('The fields of a collection, or of each entry of an array; an array of plain values has their type alone.');
  },
});
export const TemplateFields = z.array(TemplateField);

const { margin, header, footer } = PrintOptions.shape;
/** Of one side; the other thing that a margin may be is an object of sides. */
const side = margin.unwrap().options[0].optional();

/** Flat, as no-code platforms fill it in; what is checked deeper is checked where documents are made. */
export const ActionBody = z
  .strictObject({
    html: sourceFields.html.describe('HTML, up to 5 MB; or `template_id`. With `data` it is a Handlebars template.'),
    url: sourceFields.url.describe('The http or https URL of a page on the web; in place of `html` and `template_id`.'),
    template_id: sourceFields.template.describe('A saved template, such as `tmpl_x` or `tmpl_x@3`; or `html`.'),
    data: sourceFields.data.describe('What fills the variables in: an object of up to 2 MB.'),
    format: z
      .enum(['A4', 'Letter', 'Legal'], { error: 'is A4, Letter or Legal' })
      .optional()
      .describe('Size of the paper. Default: as the template was saved, or as `@page` of the HTML has it, or `A4`.'),
    orientation: z
      .enum(['portrait', 'landscape'], { error: 'is portrait or landscape' })
      .optional()
      .describe('Default: as the template was saved, or as `@page` of the HTML has it, or `portrait`.'),
    filename: Filename.optional().describe('What browsers save the PDF as: 1 to 200 characters without slashes. Default: the id.'),
    margin_top: side.describe('Top margin, a length such as `0.5in` or `12mm`. Default: `0.5in`.'),
    margin_right: side.describe('Right margin, a length such as `0.5in` or `12mm`. Default: `0.5in`.'),
    margin_bottom: side.describe('Bottom margin, a length such as `0.5in` or `12mm`. Default: `0.5in`.'),
    margin_left: side.describe('Left margin, a length such as `0.5in` or `12mm`. Default: `0.5in`.'),
    header: header.describe('HTML that is printed at the top of every page; `{{pageNumber}}` and `{{totalPages}}` stand for the numbers.'),
    footer: footer.describe(
      'HTML that is printed at the bottom of every page; `{{pageNumber}}` and `{{totalPages}}` stand for the numbers.',
    ),
    template_version: z.int().min(1).optional().describe('Which version of the template: 1 or higher. Default: the newest.'),
    base_url: BaseUrl.optional(),
    ...regionFields,
    data_timezone: documentFields.data_timezone,
    ...reproducibleFields,
    strict: z.boolean().optional().describe('Whether a warning refuses the document, with 422. Default: false.'),
    metadata: documentFields.metadata,
    test: z.boolean().optional().describe('As with a test key: a watermark, and not counted. Default: false.'),
    wait: z
      .number()
      .min(0, 'is 0 to 25 seconds')
      .max(25, 'is 0 to 25 seconds')
      .optional()
      .describe(
        'Seconds after which the reply is 202 with the id, if the document is not ready by then: 0 to 25. Default: waits until it is ready.',
      ),
  })
  .check((body) => {
    checkSources(body, ['html', 'url', 'template_id']);
  });

export const ActionReply = z.object({
  id: z.string().describe('The id of the document; begins with `gen_`.'),
  url: z.string().optional().describe('Signed link to the PDF.'),
  pages: z.int().optional().describe('Number of pages.'),
  file_size: z.int().optional().describe('Size of the PDF in bytes.'),
  warnings: DocumentWarnings.optional(),
  status: z
    .literal('processing')
    .optional()
    .describe('Only with 202: the document is not ready yet, and `url`, `pages`, `file_size` and `warnings` are left out.'),
});
