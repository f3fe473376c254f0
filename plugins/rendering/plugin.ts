import { availableParallelism } from 'node:os';
import { definePlugin, Outbound } from '../../server/contract/index.ts';
import { RenderingConfig } from './config.ts';
import { HtmlComposer, PdfRenderer, PrintOptions, RenderWarning, WaitRules } from './contract.ts';
import { checkBrowser, checkFonts } from './doctor-checks.ts';
import { createEngine } from './engine.ts';

const MAX_SLOTS = 6;

export default definePlugin({
  name: 'rendering',
  version: '1.0.0',
  hub: '^2',
  summary: 'HTML, templates and React source to PDF, by Chromium',
  schemas: { PrintOptions, RenderWarning, WaitRules },
  redact: ['html', 'react', 'data', 'styles', 'pdf'],
  config: RenderingConfig,
  requires: { outbound: Outbound },
  provides: { renderer: PdfRenderer, composer: HtmlComposer },
  setup({ config, deps, hub, metrics, log }) {
    const slots = config.concurrency ?? Math.min(availableParallelism(), MAX_SLOTS);
    const engine = createEngine({ config, slots, outbound: deps.outbound, dataFolder: hub.dataFolder, metrics, log });
    return {
      ports: { renderer: engine.renderer, composer: engine.composer },
      health: [{ name: 'browser', check: () => engine.checkHealth() }],
      doctorChecks: [
        { name: 'browser', run: () => checkBrowser(engine, config.sandbox) },
        { name: 'fonts', run: () => checkFonts(engine) },
      ],
      start: () => engine.start(),
      stop: () => engine.stop(),
    };
  },
});
