import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { UsageMeter } from '../limits/contract.ts';
import { PdfMerger, PdfPictures, PdfSteps } from '../pdf-tools/contract.ts';
import { PdfRenderer } from '../rendering/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { TemplateCatalog, TemplateTexts } from '../templates/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { Allowance } from './allowance.ts';
import { Announcer } from './announcer.ts';
import { gatherResult } from './batch-result.ts';
import { BatchRunner } from './batch-runner.ts';
import { batchMembership } from './batch-membership.migration.ts';
import { BatchModel } from './batch.model.ts';
import { batchRoutes } from './batch.routes.ts';
import { BatchService } from './batch.service.ts';
import { BatchStore } from './batch.store.ts';
import { GenerationHistory, Generator } from './contract.ts';
import { DocumentMaker } from './document-maker.ts';
import { generateRoutes } from './generate.routes.ts';
import { GenerationModel } from './generation.model.ts';
import { presentGeneration } from './generation.presenter.ts';
import { GenerationStore } from './generation.store.ts';
import { historyRoutes } from './history.routes.ts';
import { InputModel } from './input.model.ts';
import { InputStore } from './input.store.ts';
import { countDocuments, measureQueue } from './metrics.ts';
import { batchPages } from './pages/batches.page.ts';
import { documentPage } from './pages/document.page.ts';
import { historyPage } from './pages/history.page.ts';
import { overviewCard } from './pages/overview.card.ts';
import { Producer } from './producer.ts';
import { refusals } from './refusals.ts';
import { renderQueuedJob } from './render-queued.job.ts';
import { QueuedBatchModel, TurnModel } from './render-queue.model.ts';
import { RenderQueue } from './render-queue.ts';
import { GenerationStatistics } from './statistics.ts';
import { sweep, sweepJob } from './sweep.job.ts';

const MAX_AT_ONCE = 6;

export default definePlugin({
  name: 'generation',
  version: '1.0.0',
  hub: '^1',
  summary: 'Documents: make one or a hundred, list them, fetch the files',
  config: z.strictObject({
    /** Batch items made at once by one process; the number of cores, at most 6, when absent. */
    batchConcurrency: z.int().min(1).max(32).optional(),
  }),
  requires: { renderer: PdfRenderer, files: FileStore },
  uses: {
    templates: TemplateTexts,
    catalog: TemplateCatalog,
    usage: UsageMeter,
    webhooks: WebhookSender,
    merger: PdfMerger,
    steps: PdfSteps,
    pictures: PdfPictures,
  },
  provides: { generator: Generator, history: GenerationHistory },
  models: { Generation: GenerationModel, Input: InputModel, Batch: BatchModel, QueuedBatch: QueuedBatchModel, Turn: TurnModel },
  migrations: [batchMembership],
  setup({ config, deps, models, jobs, metrics, clock, log }) {
    const { renderer, files, templates, catalog, webhooks, merger, steps, pictures } = deps;
    const store = new GenerationStore(models.Generation, clock);
    const inputs = new InputStore(models.Input, clock);
    const batches = new BatchStore(models.Batch, clock);
    const queue = new RenderQueue(models.QueuedBatch, models.Turn, jobs, clock);
    const allowance = new Allowance(deps.usage, store, batches, clock, log);
    const announcer = new Announcer({ webhooks, generations: store, batches, files, log });
    const count = countDocuments(metrics);
    measureQueue(metrics, queue, clock);
    const maker = new DocumentMaker({ store, announcer, renderer, files, templates, steps, count });
    const producer = new Producer({ store, inputs, allowance, maker, announcer, files, count, clock, log });
    const gather = gatherResult(store, files, merger, log);
    const parts = { generations: store, batches, inputs, queue, allowance, announcer, maker, gather, count, clock, log };
    const runner = new BatchRunner(parts);
    const service = new BatchService({ ...parts, runner });
    const refuse = refusals(webhooks, merger);
    const atOnce = config.batchConcurrency ?? Math.min(availableParallelism(), MAX_AT_ONCE);
    const document = documentPage({ store, inputs, files, producer, announcer, pictures });
    return {
      ports: {
        generator: producer,
        history: {
          finished: async (accountId, limit) => (await store.finished(accountId, limit)).map((one) => presentGeneration(one, files)),
        },
      },
      routes: [
        ...generateRoutes(producer, refuse),
        ...batchRoutes({ service, batches, files, refuse }),
        ...historyRoutes(store, inputs, files),
      ],
      pages: [historyPage(store, catalog), document.page, ...batchPages({ service, batches, files })],
      pageFiles: document.files,
      overview: [overviewCard(store, new GenerationStatistics(models.Generation, clock))],
      jobs: [renderQueuedJob(queue, runner, atOnce), sweepJob({ ...parts, runner, service })],
      start: () => sweep({ ...parts, runner, service }),
      stop: () => runner.release(),
    };
  },
});
