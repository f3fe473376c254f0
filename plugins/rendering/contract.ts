import { z } from 'zod';
import { defineError, definePort, isKnownLocale, isKnownTimezone } from '../../server/contract/index.ts';
import type { ImageOptions } from './contract/image-options.ts';
import type { PrintOptions, WaitRules } from './contract/print-options.ts';

/** The document cannot be rendered; the message names the phase and the limit it met. */
export const RenderFailed = defineError('RENDER_FAILED', 422);

export { PrintOptions, WaitRules } from './contract/print-options.ts';
export { ImageOptions } from './contract/image-options.ts';

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

const MAX_URL = 8192;

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

/** A page of the web, which is loaded as a browser would. */
export const WebPageUrl = z
  .string()
  .max(MAX_URL, `may have at most ${String(MAX_URL)} characters`)
  .refine(isBaseUrl, 'is an absolute http or https URL without user name or password')
  .describe(
    'The http or https URL of a page on the web, which is loaded with its styles, pictures and scripts. It must answer with a page of HTML.',
  );

/** Exactly one of `html`, `react`, `url`; `data` makes html a Handlebars template and is the props of react. */
export interface RenderSource {
  readonly html?: string | undefined;
  /** Checked as `WebPageUrl`. */
  readonly url?: string | undefined;
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

/** What makes a document reproducible: its clock is that of the request, and the same input gives the same bytes. */
export const reproducibleFields = {
  deterministic: z
    .boolean()
    .optional()
    .describe(
      'Whether the same request gives the same bytes: the clock of the document begins at `date` and goes on in equal steps, and the file has no time of its own. Default: false.',
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

/** A picture of a document, as a screen shows it. */
export interface CaptureRequest extends Omit<RenderRequest, 'plan'> {
  readonly image: ImageOptions;
}

export interface CaptureResult extends Pick<RenderResult, 'warnings' | 'phases' | 'usedNetwork'> {
  readonly image: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
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
  /** @throws as `render` */
  capture(request: CaptureRequest): Promise<CaptureResult>;
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
  /** The number that helpers read in a value, as decimal digits; undefined where they read none. */
  readNumber(value: unknown, region: { readonly locale: string; readonly currency: string }): string | undefined;
  /** The source without scripts and without anything it would load. */
  stripExternal(accountId: string, html: string): Promise<string>;
}
export const HtmlComposer = definePort<HtmlComposer>('rendering/composer');
