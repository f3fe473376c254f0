import type { Model } from 'mongoose';
import { z } from 'zod';
import { defineRoute, NotFound, type Route } from '../../server/contract/index.ts';
import { type PdfRenderer, PrintOptions, RenderFailed, RenderWarning } from '../rendering/contract.ts';
import type { TemplateTexts } from '../templates/contract.ts';
import type { SettingsDocument } from './settings.model.ts';

const MAX_HTML = 5 * 1024 * 1024;
const MAX_DATA = 2 * 1024 * 1024;

const PreviewBody = z.strictObject({
  html: z.string().min(1, 'must not be empty').max(MAX_HTML, 'may have at most 5 MB'),
  data: z.record(z.string(), z.unknown(), { error: 'is an object' }).default({}),
  options: PrintOptions.default({}),
});
const PreviewReply = z.object({ pdf: z.string(), pages: z.int(), ms: z.int(), warnings: z.array(RenderWarning) });

const SettingsParams = z.strictObject({ id: z.string().max(100) });
const SettingsBody = z.strictObject({ data: z.string().max(MAX_DATA, 'may have at most 2 MB'), options: PrintOptions });
const SettingsReply = z.object({ id: z.string() });

export interface StudioRouteParts {
  readonly renderer: PdfRenderer;
  readonly texts: TemplateTexts;
  readonly settings: Model<SettingsDocument>;
}

/** What the studio asks for; served to the dashboard only. */
export function studioRoutes({ renderer, texts, settings }: StudioRouteParts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/studio/preview',
      auth: 'face',
      summary: 'Render a template that is being written: neither kept nor counted',
      body: PreviewBody,
      response: PreviewReply,
      errors: [RenderFailed],
      async handle({ body: { html, data, options }, signal }) {
        const started = performance.now();
        const plan = renderer.plan(options, true, 'options');
        const { pdf, pages, warnings } = await renderer.render({ source: { html, data, title: 'Preview' }, plan, signal });
        const base64 = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('base64');
        return { pdf: base64, pages, ms: Math.round(performance.now() - started), warnings: [...warnings] };
      },
    }),
    defineRoute({
      method: 'put',
      path: '/studio/templates/:id/settings',
      auth: 'face',
      summary: 'Keep what a template is tried with',
      params: SettingsParams,
      body: SettingsBody,
      response: SettingsReply,
      errors: [NotFound],
      async handle({ params: { id }, body: { data, options }, principal: { accountId } }) {
        await texts.text(accountId, id); // whose template it is
        await settings.updateOne({ _id: id, accountId }, { $set: { data, options } }, { upsert: true });
        return { id };
      },
    }),
  ];
}
