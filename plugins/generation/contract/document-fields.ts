import { z } from 'zod';
import { PdfStep } from '../../pdf-tools/contract.ts';
import {
  BaseUrl,
  DocumentData,
  HtmlSource,
  PrintOptions,
  ReactSource,
  regionFields,
  reproducibleFields,
  Styles,
  WaitRules,
  WebPageUrl,
} from '../../rendering/contract.ts';

const MAX_TEMPLATE_REFERENCE = 1000;

const isUnfit = (value: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}/\\]/u.test(value) || !value.isWellFormed();

/** What a browser saves the document as; in headers, links and archives it is safe as it is. */
export const Filename = z
  .string()
  .min(1)
  .max(200)
  .refine((value) => !isUnfit(value), 'must not contain slashes, control characters or broken characters');

/** What a document is made of, within the sizes that are accepted everywhere. */
export const sourceFields = {
  html: HtmlSource.optional().describe('HTML, up to 5 MB. With `data` it is a Handlebars template.'),
  react: ReactSource.optional().describe(
    'React source (JSX or TSX), up to 256 KB. Its default export is rendered with `data` as its props, and as the prop `data` where there is none of that name; it may be async.',
  ),
  template: z
    .string()
    .min(1, 'is a template id such as tmpl_x or tmpl_x@3')
    .max(MAX_TEMPLATE_REFERENCE, 'is a template id such as tmpl_x or tmpl_x@3')
    .optional()
    .describe('A saved template: `tmpl_x`, or `tmpl_x@3` for one of its versions.'),
  url: WebPageUrl.optional(),
  data: DocumentData.optional().describe(
    'What fills the variables of the template, or the props of `react`: an object of up to 2 MB, 64 levels and 100,000 values.',
  ),
  styles: Styles.optional().describe('Extra CSS, up to 512 KB, put last into the head of the document.'),
};

const MAX_STEPS = 10;

const MAX_URL = 8192;

/** Where the end is told besides; whether webhooks may go there is checked when it is asked for. */
export const WebhookUrl = z
  .string()
  .min(1)
  .max(MAX_URL)
  .describe('An http or https URL that is sent a signed webhook when it is finished; see `webhooks`.');

/** What every document request has, single or in a batch. */
export const documentFields = {
  ...sourceFields,
  base_url: BaseUrl.optional(),
  ...regionFields,
  data_timezone: regionFields.timezone.describe(
    'Time zone of the one who sends `data`: where a moment such as `2026-11-30T23:00:00Z` in a variable of type `date` stands for a day, it is the day of this zone. An IANA name. Default: such a moment is printed in `timezone`.',
  ),
  ...reproducibleFields,
  options: PrintOptions.optional().describe('Paper, margins, header and footer.'),
  output: z
    .enum(['url', 'base64'], { error: 'is url or base64' })
    .optional()
    .describe('`url` (default) answers with a signed link to the PDF, `base64` with the PDF itself.'),
  template_version: z.int().min(1).optional().describe('Which version of `template`: 1 or higher. Default: the newest.'),
  wait: WaitRules.optional().describe('What to wait for besides load, fonts, images and a quiet network.'),
  filename: Filename.optional().describe('What browsers save the PDF as: 1 to 200 characters without slashes. Default: the id.'),
  metadata: z
    .record(z.string().max(100), z.union([z.string().max(1000), z.number(), z.boolean()]))
    .refine((value) => Object.keys(value).length <= 50, 'may have at most 50 entries')
    .refine((value) => !Object.keys(value).some((name) => name.includes('\0')), 'may not have a name with the character U+0000')
    .optional()
    .describe(
      'Your own values, given back with the document and searchable: up to 50 entries, names of up to 100 and texts of up to 1000 characters.',
    ),
  strict: z.boolean().optional().describe('Whether a warning refuses the document, with 422. Default: false.'),
  steps: z
    .array(PdfStep)
    .min(1)
    .max(MAX_STEPS, `may have at most ${String(MAX_STEPS)} steps`)
    .optional()
    .describe('What is done with the PDF after rendering, in order: 1 to 10 steps.'),
};

interface CheckedBody {
  readonly value: Readonly<Record<string, unknown>>;
  readonly issues: z.core.$ZodRawIssue[];
}

/**
 * Refuses a document without a source, with a second one that would not be used, and with a base for a page that has an address of
 * its own.
 * @param names what sources are called in this request
 * @param takesFirst whether the first of several counts, as the specification has it for batch items; a `url` stands alone everywhere
 */
export function checkSources({ value, issues }: CheckedBody, names: readonly string[], takesFirst = false): void {
  const refuse = (field: string, message: string): void => {
    issues.push({ code: 'custom', path: [field], message, input: value });
  };
  const listed = (word: string): string => `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;
  const given = names.filter((name) => value[name] !== undefined);
  const [first] = given;
  if (first === undefined) refuse('html', `send one of ${listed('or')}`);
  for (const name of given.slice(1))
    if (!takesFirst || name === 'url' || first === 'url') refuse(name, `send only one of ${listed('and')}`);
  if (value['url'] !== undefined && value['base_url'] !== undefined)
    refuse('base_url', 'is not used with url: a page has an address of its own');
}
