import { z } from 'zod';
import { definePlugin } from '../../server/contract/index.ts';
import { UsageMeter } from '../limits/contract.ts';
import { PdfRenderer } from '../rendering/contract.ts';
import { FileStore } from '../storage/contract.ts';
import { TemplateCatalog } from '../templates/contract.ts';
import { Allowance } from './allowance.ts';
import { Generator } from './contract.ts';
import { generateRoutes } from './generate.routes.ts';
import { GenerationModel, InputModel } from './generation.model.ts';
import { GenerationStore } from './generation.store.ts';
import { historyRoutes } from './history.routes.ts';
import { Producer } from './producer.ts';
import { sweep, sweepJob } from './sweep.job.ts';

export default definePlugin({
  name: 'generation',
  version: '1.0.0',
  hub: '^1',
  summary: 'Documents: make one, list them, fetch the file',
  config: z.strictObject({}),
  requires: { renderer: PdfRenderer, files: FileStore },
  uses: { templates: TemplateCatalog, usage: UsageMeter },
  provides: { generator: Generator },
  models: { Generation: GenerationModel, Input: InputModel },
  setup({ deps, models, clock, log }) {
    const { renderer, files, templates } = deps;
    const store = new GenerationStore(models.Generation, models.Input, clock);
    const allowance = new Allowance(deps.usage, store, clock, log);
    const producer = new Producer({ store, allowance, renderer, files, templates, clock, log });
    return {
      ports: { generator: producer },
      routes: [...generateRoutes(producer), ...historyRoutes(store, files)],
      jobs: [sweepJob(store, allowance, log)],
      start: () => sweep(store, allowance, log),
    };
  },
});
