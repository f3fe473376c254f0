import type { Model } from 'mongoose';
import { pino } from 'pino';
import { UsageReservations } from '../../../plugins/generation/document/usage-reservations.ts';
import { backgroundDocuments } from '../../../plugins/generation/document/background-documents.ts';
import type { EventPublisher } from '../../../plugins/generation/document/event-publisher.ts';
import type { BatchPublisher } from '../../../plugins/batches/batch-publisher.ts';
import { BatchRunner } from '../../../plugins/batches/batch-runner.ts';
import { BatchService } from '../../../plugins/batches/batch.service.ts';
import { BatchStore } from '../../../plugins/batches/batch.store.ts';
import type { BatchDocument } from '../../../plugins/batches/batch.model.ts';
import type { BatchOwner, DocumentRequest } from '../../../plugins/generation/contract.ts';
import { DocumentPipeline } from '../../../plugins/generation/document/document-pipeline.ts';
import type { GenerationDocument } from '../../../plugins/generation/document/generation.model.ts';
import { GenerationLifecycle } from '../../../plugins/generation/document/generation-lifecycle.ts';
import { GenerationStore } from '../../../plugins/generation/document/generation.store.ts';
import { removeGeneration } from '../../../plugins/generation/document/remove-generation.ts';
import type { InputStore } from '../../../plugins/generation/document/input.store.ts';
import { GenerateService } from '../../../plugins/generation/document/generate.service.ts';
import type { RenderQueue } from '../../../plugins/batches/render-queue.ts';
import { reconcileRuns } from '../../../plugins/batches/run-reconciliation.ts';
import { RunReservations } from '../../../plugins/batches/run-reservations.ts';
import { sweep as sweepBatches } from '../../../plugins/batches/sweep.job.ts';
import { sweep } from '../../../plugins/generation/recovery/sweep.job.ts';
import { MonthlyMeter } from '../../../plugins/limits/usage-meter.ts';
import type { UsageDocument } from '../../../plugins/limits/usage.model.ts';
import { type PdfRenderer, RenderFailed } from '../../../plugins/rendering/contract.ts';
import type { FileStore } from '../../../plugins/storage/contract.ts';
import { ValidationError, type Principal } from '../../../server/contract/index.ts';
import type { Interleaving } from '../../support/interleaving.ts';
import { type Gate, MemoryCollection } from '../../support/memory-collection.ts';

const ACCOUNT = 'acct_model';
export const LIMIT = 8;
export const MARKED = 'marked';
const log = pino({ level: 'silent' });

/** What all processes of the hub share. */
export interface Shared {
  readonly usage: MemoryCollection<UsageDocument>;
  readonly generations: MemoryCollection<GenerationDocument>;
  readonly batches: MemoryCollection<BatchDocument>;
  readonly inputs: Map<string, { readonly request: DocumentRequest; readonly defaults: boolean }>;
  queue: { readonly id: string; readonly batchId: string }[];
}

export function newShared(): Shared {
  return {
    usage: new MemoryCollection<UsageDocument>(),
    generations: new MemoryCollection<GenerationDocument>(),
    batches: new MemoryCollection<BatchDocument>(),
    inputs: new Map(),
    queue: [],
  };
}

export interface Collections {
  readonly usage: Model<UsageDocument>;
  readonly generations: Model<GenerationDocument>;
  readonly batches: Model<BatchDocument>;
}

const principalOf = (test: boolean): Principal => ({
  accountId: ACCOUNT,
  email: 'model@example.com',
  plan: 'small',
  keyId: 'key',
  test,
  scopes: ['generate'],
});

function inputsOf(gate: Gate, { inputs }: Shared): InputStore {
  type Kept = Parameters<InputStore['keep']>[0];
  const put = ({ id, request, defaults }: Kept): void => void inputs.set(id, { request, defaults });
  const store: Partial<InputStore> = {
    keep: (kept) => gate(() => put(kept)),
    keepAll: (all) => gate(() => all.filter(({ id }) => !inputs.has(id)).forEach(put)),
    find: (_, id) => gate(() => inputs.get(id)),
    findAll: (ids) => gate(() => new Map([...inputs].filter(([id]) => ids.includes(id)))),
    known: (ids) => gate(() => new Set(ids.filter((id) => inputs.has(id)))),
    drop: (ids) => gate(() => ids.forEach((id) => void inputs.delete(id))),
    dropOld: () => gate(() => undefined),
  };
  return store as InputStore;
}

function queueOf(gate: Gate, shared: Shared): RenderQueue {
  const queue: Partial<RenderQueue> = {
    add: (_, batchId, ids) => gate(() => void shared.queue.push(...ids.map((id) => ({ id, batchId })))),
    remove: (batchId) => gate(() => void (shared.queue = shared.queue.filter((one) => one.batchId !== batchId))),
    pending: (batchId) => gate(() => shared.queue.filter((one) => one.batchId === batchId).map(({ id }) => id)),
    wake: () => Promise.resolve(),
    next: () =>
      gate(() => {
        const taken = shared.queue.shift();
        return taken === undefined ? undefined : { ids: [taken.id], accountId: ACCOUNT, batchId: taken.batchId, first: false };
      }),
  };
  return queue as RenderQueue;
}

const silent = { isWanted: () => Promise.resolve(false) } as unknown as EventPublisher;
const silentBatches: BatchPublisher = {
  isWanted: () => Promise.resolve(false),
  publish: () => Promise.resolve(),
  sweep: () => Promise.resolve(),
};

/** Draws or fails as the chance has it; the file says whether it was marked. */
function rendererOf(gate: Gate, world: Interleaving): PdfRenderer {
  return {
    plan: () => ({}) as ReturnType<PdfRenderer['plan']>,
    engine: () => ({ engine: 'none', fonts: 'none' }),
    checkReact: () => Promise.resolve(),
    capture: () => Promise.reject(new Error('no picture is asked for')),
    render: ({ watermark }) =>
      gate(() => {
        const chance = world.random();
        if (chance < 0.3) throw RenderFailed('It cannot be drawn.');
        if (chance < 0.35) throw ValidationError('It is wrong.');
        if (chance < 0.4) throw new Error('the browser ended');
        const phases = { queue: 0, compose: 0, load: 0, wait: 0, print: 0 };
        return {
          pdf: Buffer.from(watermark ? MARKED : 'plain'),
          pages: 1,
          warnings: [],
          phases,
          usedNetwork: false,
          lane: 'static' as const,
        };
      }),
  };
}

function filesOf(gate: Gate): FileStore {
  const files: Partial<FileStore> = {
    admit: () => Promise.resolve(),
    put: (pdf) => gate(() => ({ key: Buffer.from(pdf).toString(), size: pdf.byteLength })),
    open: () => gate(() => ({ stream: bytes(), size: 0 }) as never),
    link: () => ({ url: '', expiresAt: new Date(0) }),
    remove: () => gate(() => undefined),
  };
  return files as FileStore;
}

async function* bytes() {
  yield await Promise.resolve(Buffer.from('pdf'));
}

/** One process of the hub: the real stores, meter, services and sweeper on collections that it shares with others. */
export function startProcess(world: Interleaving, shared: Shared, number: number, collections: (gate: Gate) => Collections) {
  const gate = world.gateOf(number);
  const { usage, generations, batches: batchModel } = collections(gate);
  const { clock } = world;
  const store = new GenerationStore(generations, clock);
  const batches = new BatchStore(batchModel, clock);
  const inputs = inputsOf(gate, shared);
  const queue = queueOf(gate, shared);
  const plans = { small: { requestsPerSecond: 1000, documentsPerMonth: LIMIT } };
  const meter = new MonthlyMeter({
    counters: usage,
    config: { plans, anonymousPerSecond: 1, failedKeysPerMinute: 1 },
    webhooks: undefined,
    metrics: { counter: () => () => undefined, histogram: () => () => undefined, gauge: () => undefined },
    clock,
    log,
    wait: world.waitOf(number),
  });
  const owner: { batches?: BatchOwner } = {};
  const batchOwner = () => owner.batches;
  const reservations = new UsageReservations({ meter, store, batchOwner, log });
  const files = filesOf(gate);
  const replies = { forget: () => Promise.resolve() };
  const lifecycle = new GenerationLifecycle({ store, reservations, publisher: silent, count: () => undefined, replies });
  const renderer = rendererOf(gate, world);
  const pipeline = new DocumentPipeline({ store, lifecycle, renderer, files, templates: undefined, steps: undefined });
  const generateService = new GenerateService({ store, inputs, reservations, pipeline, lifecycle, files, clock, log });
  const documents = backgroundDocuments({ store, inputs, pipeline, lifecycle, reservations, clock, log });
  const runs = new RunReservations(meter, batches);
  const publisher = silentBatches;
  const gather = () => Promise.resolve({ resultFile: null, resultError: null });
  const runner = new BatchRunner({ documents, batches, queue, publisher, gather, files, disabled: undefined, log });
  const service = new BatchService({ documents, batches, queue, runner, reservations: runs, files, log });
  owner.batches = {
    release: (document) => runs.release(document),
    keep: (document) => runs.keep(document),
    takeBack: (interrupted) => runner.takeBack(interrupted),
    reconcile: (open) => reconcileRuns(open, { documents, batches, reservations: runs, clock }),
  };
  const signal = new AbortController().signal;
  return {
    number,
    generate: (id: string, test: boolean) => generateService.generate({ html: 'x', filename: id }, { id }, principalOf(test), signal),
    retry: (id: string, test: boolean) => generateService.retry(id, principalOf(test), signal),
    submit: (id: string, generationIds: readonly string[], test: boolean) => {
      const items = generationIds.map((filename) => ({ html: 'x', filename }));
      return service.submit({ id, generationIds, items, webhook: null, result: null }, principalOf(test));
    },
    retryBatch: (id: string, test: boolean) => service.retry(id, principalOf(test)),
    cancelBatch: (id: string) => service.cancel(ACCOUNT, id),
    remove: (id: string) => removeGeneration({ store, inputs, files, reservations, replies }, ACCOUNT, id),
    async work() {
      const taken = await queue.next(1);
      if (taken !== undefined) await runner.run(taken, signal);
    },
    async sweep() {
      await sweep({ meter, store, inputs, lifecycle, reservations, publisher: silent, batchOwner, clock, log });
      await sweepBatches({ documents, batches, queue, runner, service, publisher });
    },
  };
}

export type HubProcess = ReturnType<typeof startProcess>;
