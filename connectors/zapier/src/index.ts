import { readFileSync } from 'node:fs';
import zapier from 'zapier-platform-core';
import { authentication } from './authentication.ts';
import { generateFromHtml, generateFromTemplate, generateFromUrl } from './creates/generate.ts';
import { deletePdf, generateBatch } from './creates/documents.ts';
import { createTemplate, writeTemplate } from './creates/templates.ts';
import { convertToPdfa, fillForm, htmlToImage, mergePdfs, pageToImage, splitPdf, urlToImage, watermarkPdf } from './creates/tools.ts';
import { hydrators } from './hydrators.ts';
import { addKey, explainErrors } from './middleware.ts';
import { findGeneration, findTemplate } from './searches/searches.ts';
import { batchCompleted } from './triggers/batch-completed.ts';
import { generationCompleted, generationFailed } from './triggers/generations.ts';
import { quotaWarning } from './triggers/quota-warning.ts';
import { newTemplate, templateDeleted, templateList, templateUpdated } from './triggers/templates.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

const byKey = <T extends { readonly key: string }>(...items: readonly T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.key, item]));

export default zapier.defineApp({
  version,
  platformVersion: zapier.version,
  flags: { cleanInputData: false },
  authentication,
  beforeRequest: [addKey],
  afterResponse: [explainErrors],
  hydrators,
  triggers: byKey(
    generationCompleted,
    generationFailed,
    batchCompleted,
    quotaWarning,
    newTemplate,
    templateUpdated,
    templateDeleted,
    templateList,
  ),
  creates: byKey(
    ...[generateFromTemplate, generateFromHtml, generateFromUrl, generateBatch, htmlToImage, urlToImage, deletePdf],
    ...[fillForm, mergePdfs, splitPdf, watermarkPdf, convertToPdfa, pageToImage],
    ...[createTemplate, writeTemplate],
  ),
  searches: byKey(findTemplate, findGeneration),
  searchOrCreates: byKey({
    key: findTemplate.key,
    display: { label: 'Find or Create Template', description: 'Finds a template by its name, and creates it where there is none.' },
    search: findTemplate.key,
    create: createTemplate.key,
  }),
});
