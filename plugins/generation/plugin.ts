import { z } from 'zod';
import { definePlugin, extend, KeptReplies } from '../../server/contract/index.ts';
import { AccountDirectory } from '../accounts/contract.ts';
import { DashboardPages, OverviewCards, PageFiles } from '../dashboard/contract.ts';
import { UsageMeter } from '../limits/contract.ts';
import { PdfPictures, PdfSteps } from '../pdf-tools/contract.ts';
import { PdfRenderer } from '../rendering/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { TemplateCatalog, TemplateSource } from '../templates/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { replayRoutes } from './document/replay.routes.ts';
import { UsageReservations } from './document/usage-reservations.ts';
import { EventPublisher } from './document/event-publisher.ts';
import { batchMembership } from './migrations/batch-membership.migration.ts';
import { backgroundDocuments } from './document/background-documents.ts';
import { BackgroundDocuments, BatchOwners, DocumentWarning, GenerationHistory, GenerationObject, Generator } from './contract.ts';
import { countedWork } from './migrations/counted-work.migration.ts';
import { failuresInOrder } from './migrations/failures-in-order.migration.ts';
import { DocumentPipeline } from './document/document-pipeline.ts';
import { generateRoutes } from './document/generate.routes.ts';
import { failedExample, historyExamples } from './history/history.examples.ts';
import { DeleteReply, GenerateBody, GenerateReply, GenerationReply, GenerationSummary } from './document/generate.schemas.ts';
import { GenerationModel } from './document/generation.model.ts';
import { presentGeneration } from './document/generation.presenter.ts';
import { GenerationStore } from './document/generation.store.ts';
import { historyRoutes } from './history/history.routes.ts';
import { InputModel } from './document/input.model.ts';
import { InputStore } from './document/input.store.ts';
import { countDocuments } from './document/metrics.ts';
import { documentPage } from './pages/document.page.ts';
import { failuresPage } from './pages/failures.page.ts';
import { historyPage } from './pages/history.page.ts';
import { overviewCard } from './pages/overview.card.ts';
import { GenerateService } from './document/generate.service.ts';
import { GenerationLifecycle } from './document/generation-lifecycle.ts';
import { GenerationStatistics } from './history/statistics.ts';
import { sweep, sweepJob } from './recovery/sweep.job.ts';

/** Longer than a document may take. */
const STOP_LIMIT_MS = 35_000;

export default definePlugin({
  name: 'generation',
  version: '1.0.0',
  hub: '^2',
  summary: 'Documents: make one, list them, fetch the files',
  title: 'Documents',
  schemas: {
    DeletedDocument: DeleteReply,
    DocumentWarning,
    GenerateRequest: GenerateBody,
    GenerateResult: GenerateReply,
    Generation: GenerationObject,
    GenerationSummary,
    GenerationWithFile: GenerationReply,
  },
  events: {
    'generation.completed': {
      summary: 'A document is ready',
      description: 'Of single documents and of the items of batches. The link in `url` works for as long as `url_expires_at` says.',
      data: GenerationObject,
      example: historyExamples.getGeneration.response,
      scope: 'generate',
    },
    'generation.failed': {
      summary: 'A document failed',
      description:
        'The reason is in `error`. What was counted for the document is given back; it can be made again by `POST /v1/generations/{id}/retry`.',
      data: GenerationObject,
      example: failedExample,
      scope: 'generate',
    },
  },
  scopes: { generate: { summary: 'Make and read documents', order: 10 } },
  redact: ['html', 'react', 'data', 'styles'],
  config: z.strictObject({}),
  requires: { renderer: PdfRenderer, files: FileStore, replies: KeptReplies },
  uses: {
    templates: TemplateSource,
    catalog: TemplateCatalog,
    usage: UsageMeter,
    webhooks: WebhookSender,
    steps: PdfSteps,
    pictures: PdfPictures,
    directory: AccountDirectory,
  },
  provides: { generator: Generator, history: GenerationHistory, background: BackgroundDocuments },
  extensionPoints: { batchOwners: BatchOwners },
  models: { Generation: GenerationModel, Input: InputModel },
  idPrefixes: ['gen'],
  migrations: [batchMembership, countedWork, failuresInOrder],
  setup({ deps, models, extensions, metrics, clock, log }) {
    const { renderer, files, replies, usage: meter, templates, catalog, webhooks, steps, pictures, directory } = deps;
    const batchOwner = () => extensions.batchOwners()[0];
    const store = new GenerationStore(models.Generation, clock);
    const inputs = new InputStore(models.Input, clock);
    const reservations = new UsageReservations({ meter, store, batchOwner, log });
    const publisher = new EventPublisher({ webhooks, generations: models.Generation, files, log });
    const lifecycle = new GenerationLifecycle({ store, reservations, publisher, count: countDocuments(metrics), replies });
    const pipeline = new DocumentPipeline({ store, lifecycle, renderer, files, templates, steps });
    const service = new GenerateService({ store, inputs, reservations, pipeline, lifecycle, files, clock, log });
    const sweepParts = { meter, store, inputs, lifecycle, reservations, publisher, batchOwner, clock, log };
    const document = documentPage({ store, inputs, files, reservations, replies, service, publisher, pictures });
    return {
      ports: {
        generator: service,
        history: {
          finished: async (accountId, limit) => (await store.finished(accountId, limit)).map((one) => presentGeneration(one, files)),
        },
        background: backgroundDocuments({ store, inputs, pipeline, lifecycle, reservations, clock, log }),
      },
      routes: [
        ...generateRoutes(service, webhooks),
        ...replayRoutes({ store, inputs, pipeline }),
        ...historyRoutes({ store, inputs, files, reservations, replies }),
      ],
      extensions: [
        extend(DashboardPages, historyPage(store, catalog), document.page, failuresPage(store, directory)),
        extend(PageFiles, ...document.files),
        extend(OverviewCards, overviewCard(store, new GenerationStatistics(models.Generation, clock))),
      ],
      jobs: [sweepJob(sweepParts)],
      start: () => sweep(sweepParts),
      // The database is closed after this.
      stop: () => service.idle(),
      stopLimitMs: STOP_LIMIT_MS,
    };
  },
});
