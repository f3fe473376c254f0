import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { definePlugin, KeptReplies } from '../../server/contract/index.ts';
import { DisabledAccounts } from '../accounts/contract.ts';
import { UsageMeter } from '../limits/contract.ts';
import { PdfMerger, PdfPictures, PdfSteps } from '../pdf-tools/contract.ts';
import { PdfRenderer } from '../rendering/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { TemplateCatalog, TemplateSource } from '../templates/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { UsageReservations } from './document/usage-reservations.ts';
import { EventPublisher } from './document/event-publisher.ts';
import { gatherResult } from './batches/batch-result.ts';
import { BatchRunner } from './batches/batch-runner.ts';
import { batchMembership } from './migrations/batch-membership.migration.ts';
import { BatchModel } from './batches/batch.model.ts';
import { batchRoutes } from './batches/batch.routes.ts';
import { BatchService } from './batches/batch.service.ts';
import { BatchStore } from './batches/batch.store.ts';
import { BatchBody, BatchItem, BatchMember, BatchReply, BatchSummary, SubmitReply } from './batches/batch.schemas.ts';
import { GenerationHistory, GenerationObject, Generator } from './contract.ts';
import { countedWork } from './migrations/counted-work.migration.ts';
import { DocumentPipeline } from './document/document-pipeline.ts';
import { generateRoutes } from './document/generate.routes.ts';
import { DeleteReply, GenerateBody, GenerateReply, GenerationReply, GenerationSummary } from './document/generate.schemas.ts';
import { GenerationModel } from './document/generation.model.ts';
import { presentGeneration } from './document/generation.presenter.ts';
import { GenerationStore } from './document/generation.store.ts';
import { historyRoutes } from './history/history.routes.ts';
import { InputModel } from './document/input.model.ts';
import { InputStore } from './document/input.store.ts';
import { countDocuments, measureQueue } from './document/metrics.ts';
import { batchPages } from './batches/batches.page.ts';
import { documentPage } from './pages/document.page.ts';
import { historyPage } from './pages/history.page.ts';
import { overviewCard } from './pages/overview.card.ts';
import { GenerateService } from './document/generate.service.ts';
import { GenerationLifecycle } from './document/generation-lifecycle.ts';
import { refusals } from './document/refusals.ts';
import { renderQueuedJob } from './batches/render-queued.job.ts';
import { QueuedBatchModel, TurnModel } from './batches/render-queue.model.ts';
import { RenderQueue } from './batches/render-queue.ts';
import { GenerationStatistics } from './history/statistics.ts';
import { sweep, sweepJob } from './recovery/sweep.job.ts';

const MAX_AT_ONCE = 6;

export default definePlugin({
  name: 'generation',
  version: '1.0.0',
  hub: '^1',
  summary: 'Documents: make one or a hundred, list them, fetch the files',
  title: 'Documents',
  schemas: {
    Batch: BatchReply,
    BatchAccepted: SubmitReply,
    BatchItem: BatchMember,
    BatchItemRequest: BatchItem,
    BatchRequest: BatchBody,
    BatchSummary,
    DeletedDocument: DeleteReply,
    GenerateRequest: GenerateBody,
    GenerateResult: GenerateReply,
    Generation: GenerationObject,
    GenerationSummary,
    GenerationWithFile: GenerationReply,
  },
  events: {
    'generation.completed': { summary: 'A document is ready', data: GenerationObject },
    'generation.failed': { summary: 'A document failed', data: GenerationObject },
    'batch.completed': { summary: 'Every item of a batch ended', data: BatchReply },
  },
  config: z.strictObject({
    /**
     * Batch items made at once by one process; the number of cores, at most 6, when absent. As many again, at most 8, are
     * made of accounts of which no other item is, so that none waits for the slow ones of another.
     */
    batchConcurrency: z.int().min(1).max(32).optional(),
  }),
  requires: { renderer: PdfRenderer, files: FileStore, replies: KeptReplies },
  uses: {
    templates: TemplateSource,
    catalog: TemplateCatalog,
    usage: UsageMeter,
    disabled: DisabledAccounts,
    webhooks: WebhookSender,
    merger: PdfMerger,
    steps: PdfSteps,
    pictures: PdfPictures,
  },
  provides: { generator: Generator, history: GenerationHistory },
  models: { Generation: GenerationModel, Input: InputModel, Batch: BatchModel, QueuedBatch: QueuedBatchModel, Turn: TurnModel },
  idPrefixes: ['gen', 'batch'],
  migrations: [batchMembership, countedWork],
  setup({ config, deps, models, jobs, metrics, clock, log }) {
    const { renderer, files, replies, templates, catalog, webhooks, merger, steps, pictures } = deps;
    const store = new GenerationStore(models.Generation, clock);
    const inputs = new InputStore(models.Input, clock);
    const batches = new BatchStore(models.Batch, clock);
    const queue = new RenderQueue(models.QueuedBatch, models.Turn, jobs, clock);
    const reservations = new UsageReservations({ meter: deps.usage, store, batches, log });
    const publisher = new EventPublisher({ webhooks, generations: store, batches, files, log });
    const lifecycle = new GenerationLifecycle({ store, reservations, publisher, count: countDocuments(metrics) });
    measureQueue(metrics, queue, clock);
    const pipeline = new DocumentPipeline({ store, lifecycle, renderer, files, templates, steps });
    const generateService = new GenerateService({ store, inputs, reservations, pipeline, lifecycle, files, clock, log });
    const gather = gatherResult(store, files, merger, log);
    const parts = {
      meter: deps.usage,
      generations: store,
      batches,
      inputs,
      queue,
      lifecycle,
      reservations,
      publisher,
      pipeline,
      files,
      gather,
      disabled: deps.disabled,
      clock,
      log,
    };
    const runner = new BatchRunner(parts);
    const batchService = new BatchService({ ...parts, runner });
    const refuse = refusals(webhooks, merger);
    const atOnce = config.batchConcurrency ?? Math.min(availableParallelism(), MAX_AT_ONCE);
    const document = documentPage({ store, inputs, files, reservations, replies, service: generateService, publisher, pictures });
    return {
      ports: {
        generator: generateService,
        history: {
          finished: async (accountId, limit) => (await store.finished(accountId, limit)).map((one) => presentGeneration(one, files)),
        },
      },
      routes: [
        ...generateRoutes(generateService, refuse),
        ...batchRoutes({ service: batchService, batches, files, generations: store, refuse }),
        ...historyRoutes({ store, inputs, files, reservations, replies }),
      ],
      pages: [historyPage(store, catalog), document.page, ...batchPages({ service: batchService, batches, files })],
      pageFiles: document.files,
      overview: [overviewCard(store, new GenerationStatistics(models.Generation, clock))],
      jobs: [renderQueuedJob(queue, runner, atOnce, log), sweepJob({ ...parts, runner, service: batchService })],
      start: () => sweep({ ...parts, runner, service: batchService }),
      stop: () => runner.release(),
    };
  },
});
