import { z } from 'zod';
import { defineError, definePort, isKnownLocale, isKnownTimezone } from '../../server/contract/index.ts';

/** The document cannot be rendered; the message names the phase and the limit it met. */
export const RenderFailed = defineError('RENDER_FAILED', 422);

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

export const RenderWarning = z.object({
  code: z
    .enum([
      'MISSING_VARIABLE',
      'NOT_A_DATE',
      'NOT_A_NUMBER',
      'NOT_A_LIST',
      'NOT_PRINTABLE',
      'WRONG_TYPE',
      'HEADER_OVERFLOW',
      'NOT_SETTLED',
      'EFFECTS_NOT_RUN',
      'LINK_RELATIVE',
      'ASSET_FAILED',
      'CONSOLE_ERROR',
      'MISSING_GLYPH',
      'FONT_SUBSTITUTED',
      'TEXT_AS_PICTURE',
      'BLANK_PAGE',
      'TEXT_CLIPPED',
      'CONTENT_TOO_WIDE',
      'TABLE_HEAD_NOT_REPEATED',
      'PAGE_COUNTER',
      'OVERLAPPING_TEXT',
      'LAYOUT_NOT_CHECKED',
    ])
    .describe('The kind of warning, for programs.'),
  message: z.string().describe('What is not as expected, for people.'),
  subject: z.string().optional().describe('What it is about: the path of a variable or of an element, a URL, a character.'),
  text: z.string().optional().describe('The text that is cut off or runs over another, its first 200 characters.'),
});
export type RenderWarning = z.output<typeof RenderWarning>;

const KB = 1024;
const MB = 1024 * KB;
const MAX_DATA_DEPTH = 64;
const MAX_DATA_KEYS = 100_000;
/** As JSON at its shortest: every value but a text is taken for one of a single digit. */
const MAX_DATA_BYTES = 2 * MB;
/** A text has two quotes, and a comma or colon behind it. */
const AROUND_TEXT = 3;
/** A digit or a pair of brackets, and the comma. */
const LEAST_VALUE = 2;

const text = (maxBytes: number, size: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(maxBytes, `may have at most ${size}`)
    .refine((value) => value.length > maxBytes || Buffer.byteLength(value) <= maxBytes, `may have at most ${size}`);

const tooMuch = `may have at most ${String(MAX_DATA_DEPTH)} levels and ${String(MAX_DATA_KEYS)} values`;
const tooLarge = 'may have at most 2 MB';

/** What is wrong with the amount of data. Nothing is written as JSON for it: that would take as long as all else together. */
function dataProblem(data: unknown): string | undefined {
  let keys = 0;
  let bytes = 0;
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DATA_DEPTH) return tooMuch;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') bytes += Buffer.byteLength(value) + AROUND_TEXT;
      else bytes += depth === 0 ? 1 : LEAST_VALUE;
      if (typeof value === 'object' && value !== null) {
        const names = Object.keys(value);
        keys += names.length;
        if (keys > MAX_DATA_KEYS) return tooMuch;
        if (!Array.isArray(value)) for (const name of names) bytes += Buffer.byteLength(name) + AROUND_TEXT;
        for (const child of Object.values(value)) next.push(child);
      }
      if (bytes > MAX_DATA_BYTES) return tooLarge;
    }
    level = next;
  }
  return undefined;
}

/** What fills a template in, and the props of React source. */
export const DocumentData = z.record(z.string(), z.unknown(), { error: 'is an object' }).check(({ value, issues }) => {
  const message = dataProblem(value);
  if (message !== undefined) issues.push({ code: 'custom', message, input: value });
});

/** HTML or a Handlebars template, as callers write it. */
export const HtmlSource = text(5 * MB, '5 MB');
export const ReactSource = text(256 * KB, '256 KB');
/** CSS. */
export const Styles = text(512 * KB, '512 KB');

/** What relative addresses in a document are added to. */
export const BaseUrl = z
  .string()
  .max(2000, 'may have at most 2,000 characters')
  .refine(isBaseUrl, 'is an absolute http or https URL without user name or password')
  .describe('The http or https URL that relative addresses of pictures, styles, scripts and links in the document are added to.');

function isBaseUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Exactly one of `html`, `react`; `data` makes html a Handlebars template and is the props of react. */
export interface RenderSource {
  readonly html?: string | undefined;
  readonly react?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Extra CSS, last in the document's head. */
  readonly styles?: string | undefined;
  /** For documents without a title of their own. */
  readonly title?: string | undefined;
  readonly region?: Region | undefined;
  /** Of relative addresses; checked as `BaseUrl`. */
  readonly baseUrl?: string | undefined;
}

/** How the helpers of a template write numbers, money and dates. */
export const regionFields = {
  locale: z
    .string()
    .max(35)
    .refine(isKnownLocale, 'is a BCP 47 tag such as en, de-CH or pt-BR')
    .optional()
    .describe('Language and country by which helpers write numbers, money and dates: a BCP 47 tag such as `de-CH`. Default: `en`.'),
  timezone: z
    .string()
    .max(60)
    .refine(isKnownTimezone, 'is an IANA time zone such as Europe/Zurich')
    .optional()
    .describe('Time zone in which helpers write dates: an IANA name such as `Europe/Zurich`. Default: `UTC`.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is an ISO 4217 code such as EUR')
    .optional()
    .describe('Currency in which helpers write money: an ISO 4217 code such as `EUR`. Default: `USD`.'),
};

/** The time that a reproducible document shows where its request names none. */
const FIXED_TIME = '2026-01-01T00:00:00Z';

/** What makes a document reproducible: its clock stands still, and the same input gives the same bytes. */
export const reproducibleFields = {
  deterministic: z
    .boolean()
    .optional()
    .describe(
      'Whether the same request gives the same bytes: the clock of the document stands still, and the file has no time of its own. Default: false.',
    ),
  date: z.iso
    .datetime({ offset: true, error: `must be a time such as ${FIXED_TIME}` })
    .max(40)
    .optional()
    .describe('The moment that the document and its file take for now, such as `2026-01-01T00:00:00Z`. Implies `deterministic`.'),
};

type Reproducible = Readonly<Partial<Record<'deterministic', boolean | undefined> & Record<'date', string | undefined>>>;

/** Undefined for a document that has the usual clock. */
export function fixedTime({ deterministic, date }: Reproducible): Date | undefined {
  if (date === undefined) return deterministic === true ? new Date(FIXED_TIME) : undefined;
  return deterministic === false ? undefined : new Date(date);
}

/** What a document says about its readers. */
export interface Region {
  /** BCP 47; `en` when absent. */
  readonly locale?: string | undefined;
  /** IANA name; UTC when absent. */
  readonly timezone?: string | undefined;
  /** ISO 4217; USD when absent. */
  readonly currency?: string | undefined;
}

export interface GivenPage {
  readonly format: boolean;
  readonly orientation?: 'portrait' | 'landscape' | undefined;
  /** Inches at the top, right, bottom and left. */
  readonly margins: readonly (number | undefined)[];
}

/** Print parameters that were checked; made by `plan`, in inches. */
export interface PrintPlan {
  readonly paperWidth: number;
  readonly paperHeight: number;
  readonly marginTop?: number;
  readonly marginRight?: number;
  readonly marginBottom?: number;
  readonly marginLeft?: number;
  readonly printBackground?: boolean;
  readonly preferCSSPageSize: boolean;
  /** `none` when absent. */
  readonly fit?: PrintOptions['fit'];
  /** What the caller asked for: it wins over `@page` of the document, one property at a time. */
  readonly given: GivenPage;
  /** As the caller wrote it; a lane gets it filled in and framed. */
  readonly header?: string;
  readonly footer?: string;
  /** The header or footer shows the time of printing. */
  readonly showsTime?: boolean;
}

/** Work of one kind never waits for that of another: callers who wait for a reply, items of batches, pictures for galleries. */
export type QueueName = 'callers' | 'batches' | 'pictures';

/** Stands for an account where the hub renders for itself, or for everybody. */
export const HUB_ACCOUNT = 'platen';

export interface RenderRequest {
  /** Whose document it is: accounts take turns, and what is kept between documents is kept for one account. */
  readonly accountId: string;
  readonly source: RenderSource;
  readonly plan: PrintPlan;
  readonly wait?: WaitRules | undefined;
  /** The clock of a document that is to be reproducible. */
  readonly now?: Date | undefined;
  /** Draws TEST across every page. */
  readonly watermark?: boolean;
  /** `callers` when absent. */
  readonly queue?: QueueName;
  /** Milliseconds from slot to bytes, where that is less than the server gives every document. */
  readonly limitMs?: number;
  readonly signal: AbortSignal;
}

/** Whole milliseconds a document spent in each part of rendering, its last attempt. */
export type RenderPhases = Readonly<Record<'queue' | 'compose' | 'load' | 'wait' | 'print', number>>;

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly RenderWarning[];
  readonly lane: 'static' | 'scripted';
  readonly phases: RenderPhases;
  /** It loaded something over the network, which may be another thing next time. */
  readonly usedNetwork: boolean;
}

/** What decides how the same document looks. */
export interface PrintEngine {
  /** Name and version of the browser. */
  readonly engine: string;
  /** Of the fonts that documents can use: changes with their files. */
  readonly fonts: string;
}

export interface PdfRenderer {
  /**
   * Checks options before any work.
   * @param defaults whether what is left out gets Platen's defaults (A4, 0.5 in, backgrounds) or the engine's own
   * @throws ValidationError with fields below `path`
   */
  plan(options: PrintOptions, defaults: boolean, path: string): PrintPlan;
  /**
   * Checks React source before any work, without running it: that it parses, imports only react, and exports a component.
   * @throws ValidationError naming `${path}react`, with line and column where they are known; RenderFailed when it takes too long
   */
  checkReact(accountId: string, react: string, path: string): Promise<void>;
  /**
   * @throws ValidationError for source that does not compile, RenderFailed when a limit is met,
   * RateLimited when as many of the account's documents wait as may, ServiceUnavailable when the whole queue is full
   */
  render(request: RenderRequest): Promise<RenderResult>;
  /** What documents are printed with; known once the plugin has started. */
  engine(): PrintEngine;
}
export const PdfRenderer = definePort<PdfRenderer>('rendering/pdf-renderer');

/** What a template does with one of its variables. */
export interface TemplateVariable {
  readonly kind: 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object';
  /** Printed whatever the rest of the data is. */
  readonly required: boolean;
  /** Of an object, or of each item of an array. */
  readonly fields: Readonly<Record<string, TemplateVariable>>;
}

/** Templates of what is printed at the top and the bottom of every page. */
export interface HeaderFooterSource {
  readonly header?: string | null | undefined;
  readonly footer?: string | null | undefined;
}

/** What can be told of a document's source without rendering it. */
export interface HtmlComposer {
  /** Names a template may call besides Handlebars' own. */
  readonly helpers: readonly { readonly name: string; readonly args: string }[];
  /**
   * The variables of a Handlebars template, from its syntax tree.
   * @throws ValidationError with line and column for one that does not compile, RenderFailed when that takes too long,
   * RateLimited when as many of the account's texts wait as may
   */
  variables(accountId: string, html: string, around?: HeaderFooterSource): Promise<Readonly<Record<string, TemplateVariable>>>;
  /** Whether helpers read a value as a date in this locale. */
  isDate(value: unknown, locale: string): boolean;
  /** The source without scripts and without anything it would load. */
  stripExternal(accountId: string, html: string): Promise<string>;
}
export const HtmlComposer = definePort<HtmlComposer>('rendering/composer');
