import type { Model } from 'mongoose';
import { z } from 'zod';
import { defineRoute, NotFound, type Route, IdParams } from '../../server/contract/index.ts';
import { UsageLimitExceeded, type UsageMeter } from '../limits/contract.ts';
import { DocumentData, HtmlSource, type PdfRenderer, RenderFailed, RenderWarning } from '../rendering/contract.ts';
import { TemplateOptions, type TemplateSource } from '../templates/contract.ts';
import type { SettingsDocument } from './settings.model.ts';

const MAX_DATA = 2 * 1024 * 1024;

const PreviewBody = z.strictObject({
  html: HtmlSource,
  data: DocumentData.default({}),
  options: TemplateOptions.default({}),
});
const PreviewReply = z.object({ pdf: z.string(), pages: z.int(), ms: z.int(), warnings: z.array(RenderWarning) });

const SettingsBody = z.strictObject({ data: z.string().max(MAX_DATA, 'may have at most 2 MB') });
const SettingsReply = z.object({ id: z.string() });

export interface StudioRouteParts {
  readonly renderer: PdfRenderer;
  readonly texts: TemplateSource;
  readonly settings: Model<SettingsDocument>;
  /** Absent where nothing is metered. */
  readonly usage: UsageMeter | undefined;
}

/** What the studio asks for; served to who is signed in to the dashboard, and to no keys. */
export function studioRoutes({ renderer, texts, settings, usage }: StudioRouteParts): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/studio/preview',
      auth: 'key',
      summary: 'Render a template that is being written: not kept, and counted only above the previews of the month',
      body: PreviewBody,
      response: PreviewReply,
      errors: [RenderFailed, UsageLimitExceeded],
      async handle({ body: { html, data, options }, principal: { accountId, plan: allowance }, signal }) {
        const started = performance.now();
        const { locale, timezone, currency, ...page } = options;
        const plan = renderer.plan(page, true, 'options');
        const source = { html, data, title: 'Preview', region: { locale, timezone, currency } };
        const { pdf, pages, warnings } = await renderer.render({ accountId, source, plan, signal });
        // Only what was made counts: half of what is typed does not compile.
        await usage?.countPreview(accountId, allowance);
        const base64 = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('base64');
        return { pdf: base64, pages, ms: Math.round(performance.now() - started), warnings: [...warnings] };
      },
    }),
    defineRoute({
      method: 'put',
      path: '/studio/templates/:id/settings',
      auth: 'key',
      summary: 'Save the sample data of a template',
      params: IdParams,
      body: SettingsBody,
      response: SettingsReply,
      errors: [NotFound],
      async handle({ params: { id }, body: { data }, principal: { accountId } }) {
        await texts.text(accountId, id); // whose template it is
        await settings.updateOne({ _id: id, accountId }, { $set: { data } }, { upsert: true });
        return { id };
      },
    }),
  ];
}
