import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { definePlugin, extend } from '../../server/contract/index.ts';
import { AccountDirectory, DisabledAccounts } from '../accounts/contract.ts';
import { DashboardPages } from '../dashboard/contract.ts';
import { BackgroundDocuments, type BatchOwner, BatchOwners } from '../generation/contract.ts';
import { UsageMeter } from '../limits/contract.ts';
import { PdfMerger } from '../pdf-tools/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { WebhookSender } from '../webhooks/contract.ts';
import { batchPublisher } from './batch-publisher.ts';
import { gatherResult } from './batch-result.ts';
import { BatchRunner } from './batch-runner.ts';
import { BatchModel } from './batch.model.ts';
import { batchRoutes } from './batch.routes.ts';
import { batchExamples } from './batch.examples.ts';
import { BatchBody, BatchItem, BatchMember, BatchReply, BatchSummary, SubmitReply } from './batch.schemas.ts';
import { BatchService } from './batch.service.ts';
import { BatchStore } from './batch.store.ts';
import { batchPages } from './batches.page.ts';
import { ProcessModel } from './process.model.ts';
import { ProcessRegister } from './process-register.ts';
import { queuePage } from './queue.page.ts';
import { measureQueue } from './queue-metrics.ts';
import { refusals } from './refusals.ts';
import { QueuedBatchModel, TurnModel } from './render-queue.model.ts';
import { RenderQueue } from './render-queue.ts';
import { renderQueuedJob } from './render-queued.job.ts';
import { renamedJob } from './renamed-job.migration.ts';
import { reconcileRuns } from './run-reconciliation.ts';
import { RunReservations } from './run-reservations.ts';
import { sweep, sweepJob } from './sweep.job.ts';

const MAX_AT_ONCE = 6;

export default definePlugin({
  name: 'batches',
  version: '1.0.0',
  hub: '^2',
  summary: 'Up to a hundred documents in one request, made in the background',
  title: 'Batches',
  schemas: {
    Batch: BatchReply,
    BatchAccepted: SubmitReply,
    BatchItem: BatchMember,
    BatchItemRequest: BatchItem,
    BatchRequest: BatchBody,
    BatchSummary,
  },
  events: {
    'batch.completed': {
      summary: 'Every item of a batch ended',
      description: 'Sent once, when the last item completed, failed or was cancelled; the data is what `GET /v1/batches/{id}` answers.',
      data: BatchReply,
      example: batchExamples.getBatch.response,
      scope: 'generate',
    },
  },
  config: z.strictObject({
    /**
     * Items made at once by one process; the number of cores, at most 6, when absent. As many again, at most 8, are made
     * of accounts of which no other item is, so that none waits for the slow ones of another.
     */
    concurrency: z.int().min(1).max(32).optional(),
  }),
  requires: { documents: BackgroundDocuments, files: FileStore },
  uses: { meter: UsageMeter, disabled: DisabledAccounts, webhooks: WebhookSender, merger: PdfMerger, directory: AccountDirectory },
  models: { Batch: BatchModel, QueuedBatch: QueuedBatchModel, Turn: TurnModel, Process: ProcessModel },
  idPrefixes: ['batch'],
  migrations: [renamedJob],
  setup({ config, deps, models, jobs, metrics, hub, clock, log }) {
    const { documents, files, meter, disabled, webhooks, merger, directory } = deps;
    const batches = new BatchStore(models.Batch, clock);
    const queue = new RenderQueue(models.QueuedBatch, models.Turn, jobs, clock);
    measureQueue(metrics, queue, clock);
    const reservations = new RunReservations(meter, batches);
    const publisher = batchPublisher({ webhooks, documents, batches: models.Batch, files, clock, log });
    const gather = gatherResult(documents, files, merger, log);
    const runner = new BatchRunner({ documents, batches, queue, publisher, gather, files, disabled, log });
    const service = new BatchService({ documents, batches, queue, runner, reservations, files, log });
    const sweepParts = { documents, batches, queue, runner, service, publisher };
    const owner: BatchOwner = {
      release: (document) => reservations.release(document),
      keep: (document) => reservations.keep(document),
      takeBack: (interrupted) => runner.takeBack(interrupted),
      reconcile: (open) => reconcileRuns(open, { documents, batches, reservations, clock }),
    };
    const atOnce = config.concurrency ?? Math.min(availableParallelism(), MAX_AT_ONCE);
    const rendering = renderQueuedJob(queue, runner, atOnce, log);
    const { busy } = rendering;
    const register = new ProcessRegister({ processes: models.Process, roles: hub.roles, places: atOnce, busy, clock, log });
    const pages = [...batchPages({ service, batches, files }), queuePage(queue, register, directory, clock)];
    return {
      routes: batchRoutes({ service, batches, documents, files, refuse: refusals(webhooks, merger) }),
      extensions: [extend(BatchOwners, owner), extend(DashboardPages, ...pages)],
      jobs: [rendering.job, sweepJob(sweepParts)],
      async start() {
        await register.start();
        await sweep(sweepParts);
      },
      async stop() {
        await runner.release();
        await register.stop();
      },
    };
  },
});
