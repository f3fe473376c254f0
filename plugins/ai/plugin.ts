import { z } from 'zod';
import { definePlugin, extend } from '../../server/contract/index.ts';
import { DashboardPages } from '../dashboard/contract.ts';
import { PlanLimits } from '../limits/contract.ts';
import { HtmlComposer, PdfRenderer } from '../rendering/contract.ts';
import { aiRoutes } from './ai.routes.ts';
import { TemplateStarts } from '../studio/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { TemplateWriter } from './template-writer.ts';
import { writePage } from './write.page.ts';

export default definePlugin({
  name: 'ai',
  version: '1.0.0',
  hub: '^2',
  summary: 'Templates from a prompt, by a provider with an OpenAI-compatible API',
  title: 'AI',
  scopes: { ai: { summary: 'Write templates by AI', order: 50 } },
  redact: ['apiKey', 'prompt'],
  config: z.strictObject({
    /** Without it the route answers 503. A local model without keys takes any text. */
    apiKey: z.string().min(1).optional(),
    /** Where the provider is; OpenAI itself when absent. */
    baseUrl: z.url({ protocol: /^https?$/ }).optional(),
    model: z.string().min(1).default('gpt-5'),
    /** For one answer, of which there may be two. */
    timeoutMs: z.int().min(100).default(60_000),
  }),
  requires: { composer: HtmlComposer, renderer: PdfRenderer },
  uses: { catalog: TemplateCatalog, limits: PlanLimits },
  async setup({ config: { apiKey, ...provider }, deps: { composer, renderer, catalog, limits }, log }) {
    const openWriter = async (key: string): Promise<TemplateWriter> => {
      // Loaded only where it is used, as the client is a tenth of what a start reads.
      const { createProvider } = await import('./openai-client.ts');
      return new TemplateWriter(createProvider({ apiKey: key, ...provider }, log), composer, renderer, limits);
    };
    const writer = apiKey === undefined ? undefined : await openWriter(apiKey);
    if (writer === undefined || catalog === undefined) return { routes: aiRoutes(writer) };
    const page = writePage(writer, catalog);
    return {
      routes: aiRoutes(writer),
      extensions: [
        extend(DashboardPages, page),
        extend(TemplateStarts, { link: { text: 'New from a prompt', href: page.path }, order: 20 }),
      ],
    };
  },
});
