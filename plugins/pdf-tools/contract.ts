import { z } from 'zod';
import { definePort, type FieldProblem } from '../../server/contract/index.ts';

const MAX_PASSWORD = 127;
const MAX_URL = 8192;
const MAX_COORDINATE = 20_000;
export const MAX_RANGES = 500;
const MAX_IMAGE_BASE64 = 7_000_000;

export const Coordinate = z.number({ error: 'must be a number of points' }).min(-MAX_COORDINATE).max(MAX_COORDINATE);
export const Size = z.number({ error: 'must be a number of points' }).gt(0, 'must be over 0').max(MAX_COORDINATE);
export const PageIndex = z.int('must be a page number from 0').min(0, 'must be a page number from 0');
const Text = z
  .string()
  .min(1, 'must not be empty')
  .max(1000, 'may have at most 1000 characters')
  .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'must hold no control characters');

/** UTF-8 bytes count, and readers differ beyond 127. */
const Password = z
  .string()
  .max(MAX_PASSWORD, 'may have at most 127 bytes')
  .refine((text) => Buffer.byteLength(text.normalize('NFC')) <= MAX_PASSWORD, 'may have at most 127 bytes')
  .refine((text) => !/\p{Cc}/u.test(text), 'must hold no control characters')
  .transform((text) => text.normalize('NFC'));

export const PdfUrl = z.string().min(1).max(MAX_URL, 'may have at most 8,192 characters');
/** `[page]` or `[first, last]`; how many numbers are right is said where they are read. */
export const PageRange = z.array(z.number({ error: 'must be [page] or [first, last]' })).max(10, 'must be [page] or [first, last]');

export const signFields = {
  name: Text.or(z.never({ error: 'is required' })).describe('Who signs: 1 to 1000 characters.'),
  reason: Text.optional().describe('Why, such as `Approved`.'),
  location: Text.optional().describe('Where.'),
  contact: Text.optional().describe('How to reach the signer.'),
  page: PageIndex.default(0).describe('Which page it is drawn on, from 0. Default: 0.'),
  x: Coordinate.default(36).describe('Distance from the left edge of the page, in points. Default: 36.'),
  y: Coordinate.default(36).describe('Distance from the lower edge of the page, in points. Default: 36.'),
  width: Size.default(220).describe('Width in points. Default: 220.'),
  height: Size.default(70).describe('Height in points. Default: 70.'),
  image: z
    .string()
    .min(1)
    .max(MAX_IMAGE_BASE64, 'may have at most 5 MB')
    .optional()
    .describe('A PNG or JPEG in base64 that is drawn beside the text, up to 5 MB.'),
  certificate: z
    .boolean()
    .default(false)
    .describe('Whether the file is also signed digitally, with the certificate of the server. Default: false.'),
};

export const PdfPermissions = z.strictObject({
  printing: z.boolean().default(true).describe('Whether it may be printed. Default: true.'),
  copying: z.boolean().default(false).describe('Whether text and pictures may be copied. Default: false.'),
  modifying: z.boolean().default(false).describe('Whether it may be changed. Default: false.'),
});

export const protectFields = {
  owner_password: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(MAX_PASSWORD, 'may have at most 127 bytes')
    .pipe(Password)
    .describe('Opens the file without restrictions: 1 to 127 bytes.'),
  user_password: Password.optional().describe(
    'Opens the file within `permissions`, up to 127 bytes; without it the file opens for everybody.',
  ),
  permissions: PdfPermissions.prefault({}).describe('What may be done with the file by whoever opens it without the owner’s password.'),
};

/** Of Factur-X 1.0. */
export const INVOICE_PROFILES = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED'] as const;
const MAX_INVOICE = 5_000_000;

export const FacturX = z.strictObject({
  xml: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(MAX_INVOICE, 'may have at most 5 MB')
    .describe('The invoice as XML (UN/CEFACT CII), up to 5 MB.'),
  profile: z
    .enum(INVOICE_PROFILES, { error: `is one of ${INVOICE_PROFILES.join(', ')}` })
    .describe('The profile of Factur-X 1.0 that it follows.'),
});

export const pdfaFields = {
  title: Text.optional().describe('Title in the metadata.'),
  author: Text.optional().describe('Author in the metadata.'),
  subject: Text.optional().describe('Subject in the metadata.'),
  level: z
    .enum(['1b', '2b', '3b'], { error: 'is 1b, 2b or 3b' })
    .optional()
    .describe('`1b` (default), `2b` or `3b`; with `facturx` only `3b`.'),
  facturx: FacturX.optional().describe(
    'An electronic invoice to attach (Factur-X, ZUGFeRD); the file becomes PDF/A-3b. The invoice itself is not validated.',
  ),
};

export const watermarkFields = {
  text: Text.optional().describe('What is written across the pages: 1 to 1000 characters; or `image`.'),
  image: z
    .string()
    .min(1)
    .max(MAX_IMAGE_BASE64, 'may have at most 5 MB')
    .optional()
    .describe('A PNG or JPEG in base64, up to 5 MB; or `text`.'),
  opacity: z
    .number()
    .gt(0, 'must be over 0, at most 1')
    .max(1, 'must be over 0, at most 1')
    .default(0.15)
    .describe('From over 0, which cannot be seen, to 1. Default: 0.15.'),
  rotation: z.number().min(-360).max(360).default(45).describe('Degrees counter-clockwise: -360 to 360. Default: 45.'),
  font_size: z.number().gt(0).max(2000).optional().describe('In points, up to 2000. Default: what fits across the page.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'is a colour such as #b4532a')
    .default('#000000')
    .describe('Colour of the text as `#rrggbb`. Default: `#000000`.'),
  layer: z
    .enum(['over', 'under'], { error: 'is over or under' })
    .default('over')
    .describe('`over` (default) or `under` what the page shows.'),
  pages: z
    .array(PageRange)
    .min(1)
    .max(MAX_RANGES)
    .optional()
    .describe('Which pages: a list of `[page]` or `[first, last]`, counted from 1. Default: all.'),
};

/** Only PDF/A-3 may hold other files. */
export function invoiceLevel({
  value,
  issues,
}: Checked<{ readonly level?: string | undefined; readonly facturx?: object | undefined }>): void {
  if (value.facturx === undefined || value.level === undefined || value.level === '3b') return;
  issues.push({ code: 'custom', path: ['level'], message: 'must be 3b, or left out, with facturx', input: value });
}

interface Checked<T> {
  readonly value: T;
  readonly issues: z.core.$ZodRawIssue[];
}

export function differentPasswords({
  value,
  issues,
}: Checked<{ readonly owner_password: string; readonly user_password?: string | undefined }>): void {
  if (value.owner_password !== value.user_password) return;
  issues.push({ code: 'custom', path: ['owner_password'], message: 'must differ from user_password', input: value });
}

export function oneMark({ value, issues }: Checked<{ readonly text?: string | undefined; readonly image?: string | undefined }>): void {
  if ((value.text === undefined) !== (value.image === undefined)) return;
  issues.push({ code: 'custom', path: ['text'], message: 'send either text or image', input: value });
}

/** What may be done with a PDF after it was rendered. */
export const PdfStep = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('watermark').describe('Draws a text or a picture across pages.'), ...watermarkFields }).check(oneMark),
    z
      .strictObject({
        type: z.literal('merge').describe('Puts another PDF before or after this one.'),
        pdf: z
          .string({ error: 'must be a PDF as base64' })
          .min(1, 'must be a PDF as base64')
          .optional()
          .describe('The other PDF in base64; or `pdf_url`, or `generation`.'),
        pdf_url: PdfUrl.optional().describe('Where the other PDF is fetched from; or `pdf`, or `generation`.'),
        generation: z.string().min(1).max(100).optional().describe('The id of another document of the account; or `pdf`, or `pdf_url`.'),
        position: z
          .enum(['after', 'before'], { error: 'is after or before' })
          .default('after')
          .describe('Whether it comes `after` (default) or `before` this one.'),
      })
      .check(({ value, issues }) => {
        const given = [value.pdf, value.pdf_url, value.generation].filter((source) => source !== undefined);
        if (given.length === 1) return;
        issues.push({ code: 'custom', path: ['pdf_url'], message: 'send one of pdf, pdf_url and generation', input: value });
      }),
    z.strictObject({ type: z.literal('sign').describe('Draws a signature, and with `certificate` signs digitally.'), ...signFields }),
    z.strictObject({ type: z.literal('pdfa').describe('Converts to PDF/A.'), ...pdfaFields }).check(invoiceLevel),
    z.strictObject({ type: z.literal('protect').describe('Encrypts the file.'), ...protectFields }).check(differentPasswords),
  ],
  { error: 'is one of watermark, merge, sign, pdfa, protect' },
);
export type PdfStep = z.output<typeof PdfStep>;

export interface StepContext {
  readonly accountId: string;
  readonly signal: AbortSignal;
  /** The time that the steps write down; the usual one when absent. */
  readonly now?: Date | undefined;
  /** The file of another document of the account. */
  readGeneration(id: string): Promise<Uint8Array>;
}

/** Runs steps on a PDF, in order. */
/** What tools warn of. */
export const PdfWarningCode = z.enum([
  'ANNOTATIONS_PRINTED',
  'APPEARANCE_ASSUMED',
  'CLAIM_REMOVED',
  'COLOR_PROFILE_ASSUMED',
  'CONTENT_REMOVED',
  'FIELD_SCRIPT_IGNORED',
  'FIELD_SKIPPED',
  'FILE_ENLARGED',
  'MARK_HIDDEN',
  'PAGE_RASTERIZED',
  'SIGNATURE_REMOVED',
  'USAGE_RIGHTS_REMOVED',
]);

export interface PdfWarning {
  readonly code: z.output<typeof PdfWarningCode>;
  readonly message: string;
}

export interface StepWarning extends PdfWarning {
  /** The step, as `steps.0`. */
  readonly subject: string;
}

export interface SteppedPdf {
  readonly pdf: Uint8Array;
  /** Where a step changed how many there are. */
  readonly pages: number | undefined;
  readonly warnings: readonly StepWarning[];
}

export interface PdfSteps {
  /** What can never work, known without a PDF; fields begin with the step's index, such as `0.type`. */
  rejectionReasons(steps: readonly PdfStep[]): FieldProblem[];
  /** @throws ValidationError naming the field within `steps.N`, ConversionFailed */
  apply(pdf: Uint8Array, steps: readonly PdfStep[], context: StepContext): Promise<SteppedPdf>;
}
export const PdfSteps = definePort<PdfSteps>('pdf-tools/steps');

export interface PdfMerger {
  /** One PDF with the pages of all, in order. */
  merge(accountId: string, pdfs: readonly Uint8Array[]): Promise<Uint8Array>;
}
export const PdfMerger = definePort<PdfMerger>('pdf-tools/merger');

export interface PdfPictures {
  /**
   * A page as PNG.
   * @param page from 0
   * @param thumbnail with 16 steps a channel, which halves the file
   * @throws ValidationError on `page` or `pdf`
   */
  draw(accountId: string, pdf: Uint8Array, page: number, dpi: number, thumbnail?: boolean): Promise<Uint8Array>;
}
export const PdfPictures = definePort<PdfPictures>('pdf-tools/pictures');

/** Draws a page of a PDF, where this plugin is switched on. */
export const PreviewRoute = { method: 'post', path: '/v1/pdf/preview' } as const;
