import { z } from 'zod';

const LENGTH = /^\d+(\.\d+)?(px|in|cm|mm|pt)?$/;
const lengthMessage = 'is a length such as 210mm, 8.5in, 2cm, 72pt or 96px; a bare number is px';
const Length = z.union([z.string().max(20).regex(LENGTH, lengthMessage), z.number().nonnegative()], { error: lengthMessage });

const formatMessage = 'is A4, Letter, Legal or an object {width, height} of lengths';
const marginMessage = 'is a length such as 0.5in or an object {top, right, bottom, left} of lengths';
const MAX_HEADER = 1_000_000;
/** Empty or null prints none. */
const HeaderFooter = z.string().max(MAX_HEADER, 'may have at most 1,000,000 characters').nullable();

/** `options` of a document, as the caller writes them. Lengths from 0.5 to 200 in. */
export const PrintOptions = z.strictObject({
  format: z
    .union(
      [
        z.enum(['A4', 'Letter', 'Legal']),
        z.strictObject({
          width: Length.describe('Width of the paper, a length from 0.5 to 200 in.'),
          height: Length.describe('Height of the paper, a length from 0.5 to 200 in.'),
        }),
      ],
      { error: formatMessage },
    )
    .optional()
    .describe(
      'Size of the paper: `A4`, `Letter`, `Legal`, or `{width, height}` of lengths. Default: the size of a CSS `@page` rule of the document, or `A4`. Named pages of the document keep theirs.',
    ),
  margin: z
    .union(
      [
        Length,
        z.strictObject({
          top: Length.optional().describe('Top margin, a length.'),
          right: Length.optional().describe('Right margin, a length.'),
          bottom: Length.optional().describe('Bottom margin, a length.'),
          left: Length.optional().describe('Left margin, a length.'),
        }),
      ],
      { error: marginMessage },
    )
    .optional()
    .describe(
      'Space around the content: a length for all four sides, or `{top, right, bottom, left}`. Default: `0.5in`, or what a CSS `@page` rule of the document says; a side that is given wins over it.',
    ),
  orientation: z
    .enum(['portrait', 'landscape'], { error: 'is portrait or landscape' })
    .optional()
    .describe(
      '`portrait` or `landscape`: the longer side of the paper upright or across, also of the size that a CSS `@page` rule has. Default: that of the rule, or `portrait`.',
    ),
  header: HeaderFooter.optional().describe(
    'HTML that is printed at the top of every page, within the margin: a Handlebars template like the document, filled in with the same data. `{{pageNumber}}` and `{{totalPages}}` stand for the numbers. Pictures are embedded as `data:` URLs; at most 1,000,000 characters.',
  ),
  footer: HeaderFooter.optional().describe(
    'HTML that is printed at the bottom of every page, within the margin: a Handlebars template like the document, filled in with the same data. `{{pageNumber}}` and `{{totalPages}}` stand for the numbers. Pictures are embedded as `data:` URLs; at most 1,000,000 characters.',
  ),
  fit: z
    .enum(['none', 'shrink'], { error: 'is none or shrink' })
    .optional()
    .describe(
      'What happens to a document that is wider than the page: `none` keeps its size and cuts it off at the edge, with a warning; `shrink` draws all of it smaller, at two thirds at least. Default: `none`.',
    ),
  printBackground: z.boolean().optional().describe('Whether background colours and pictures are printed. Default: true.'),
});
export type PrintOptions = z.output<typeof PrintOptions>;

/** What to wait for besides load, fonts, images and quiet network. */
export const WaitRules = z.strictObject({
  selector: z.string().min(1).max(1000).optional().describe('A CSS selector; the document is printed once it matches an element.'),
  expression: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('JavaScript; the document is printed once it is true. A promise is awaited.'),
  delay_ms: z.int().min(0).max(20_000).optional().describe('Milliseconds to wait after everything else: 0 to 20000. Default: 0.'),
  settle_ms: z
    .int()
    .min(0)
    .max(20_000)
    .optional()
    .describe(
      'Milliseconds of their own time that scripts, timers and animations are given, which pass in a moment: 0 to 20000; 0 prints the document as it is once it has loaded. Default: 3000.',
    ),
  timeout_ms: z
    .int()
    .min(1)
    .max(25_000)
    .optional()
    .describe('Milliseconds that `selector` and `expression` may take together: 1 to 25000; then the document fails. Default: 10000.'),
});
export type WaitRules = z.output<typeof WaitRules>;
