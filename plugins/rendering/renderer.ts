import { traced } from '../../server/contract/index.ts';
import { BrowserLost } from './chromium/browser.ts';
import type { MemoryWatchdog } from './chromium/watchdog.ts';
import type { ComposedDocument } from './compose/document.ts';
import type { ComposePool } from './compose/pool.ts';
import type { RenderingConfig } from './config.ts';
import {
  type PdfRenderer,
  type PrintOptions,
  type PrintPlan,
  RenderFailed,
  type RenderPhases,
  type RenderRequest,
  type RenderResult,
  type RenderSource,
  type RenderWarning,
} from './contract.ts';
import type { GlyphCheck } from './glyphs.ts';
import { JobClock, type LaneResult, type RenderJob } from './job.ts';
import { planPrint } from './page-options.ts';
import { reactRuntime, renderReact } from './react-page.ts';
import type { ScriptedLane } from './scripted-lane.ts';
import type { Slots } from './slots.ts';
import type { RenderMetrics } from './metrics.ts';
import { NeedsNetwork, type StaticLane } from './static-lane.ts';

const MAX_ATTEMPTS = 2;

export interface RendererParts {
  readonly config: RenderingConfig;
  readonly slots: Slots;
  /** Slots of their own, so that neither kind of work waits for the other. */
  readonly backgroundSlots: Slots;
  readonly pool: ComposePool;
  /** A pool of its own, because drawing on a thousand pages takes longer than a template may. */
  readonly watermarks: ComposePool;
  readonly staticLane: StaticLane;
  readonly scriptedLane: ScriptedLane;
  readonly watchdog: MemoryWatchdog;
  readonly glyphs: GlyphCheck;
  readonly metrics: RenderMetrics;
}

type Lane = RenderResult['lane'];

/** Compose, choose a lane, render, and render once more when a browser dies under the document. */
export class ChromiumRenderer implements PdfRenderer {
  readonly #parts: RendererParts;
  readonly #reactRuntime = reactRuntime();
  #lastSuccess = -Infinity;

  constructor(parts: RendererParts) {
    this.#parts = parts;
  }

  /** Milliseconds since a document was last rendered. */
  get idleMs(): number {
    return performance.now() - this.#lastSuccess;
  }

  plan(options: PrintOptions, defaults: boolean, path: string): PrintPlan {
    return planPrint(options, defaults, path);
  }

  async render(request: RenderRequest): Promise<RenderResult> {
    return traced('render', {}, async (span) => {
      const result = await this.#render(request);
      span.setAttributes({ 'platen.lane': result.lane, 'platen.pages': result.pages, 'platen.bytes': result.pdf.byteLength });
      this.#parts.metrics.rendered(result);
      return result;
    });
  }

  async #render({ source, plan, wait, watermark = false, background = false, signal }: RenderRequest): Promise<RenderResult> {
    const { slots, backgroundSlots, watchdog, glyphs, watermarks, config } = this.#parts;
    const asked = performance.now();
    const release = await (background ? backgroundSlots : slots).take(signal);
    const queue = performance.now() - asked;
    const clock = new JobClock(config.deadlineMs, signal);
    watchdog.begin();
    try {
      const { document, missing } = await clock.within(this.#compose(source, plan, clock));
      const { pdf, pages, warnings, lane } = await this.#renderDocument({ document, plan, wait, clock });
      this.#lastSuccess = performance.now();
      const { compose, load, wait: waited, print } = clock.spent;
      return {
        pdf: watermark ? await watermarks.run('watermark', { pdf, text: 'TEST' }) : pdf,
        pages,
        lane,
        phases: rounded({ queue, compose, load, wait: waited, print }),
        warnings: [...missingWarnings(missing), ...warnings, ...glyphs.warnings(document.codePoints, document.webFonts)],
      };
    } finally {
      watchdog.end();
      clock.stop();
      release();
    }
  }

  async #compose(
    { html, react, data, styles, title, region }: RenderSource,
    plan: PrintPlan,
    clock: JobClock,
  ): Promise<{ document: ComposedDocument; missing: readonly string[] }> {
    const { pool } = this.#parts;
    let markup = html ?? '';
    if (react !== undefined) {
      const { code } = await pool.run('transpile', { react });
      markup = await this.#retrying(() =>
        this.#parts.scriptedLane.withPage(clock, undefined, (page) => renderReact(page, this.#reactRuntime, code, data ?? {})),
      );
    }
    const paper = plan.preferCSSPageSize ? undefined : `${String(plan.paperWidth)}in ${String(plan.paperHeight)}in`;
    const { missing, ...document } = await pool.run('compose', {
      paper,
      html: markup,
      data: react === undefined ? data : undefined,
      styles,
      title,
      region,
    });
    return { document, missing };
  }

  /** The static lane only where it surely gives the same result; a second attempt is always made in the scripted one. */
  async #renderDocument(job: RenderJob): Promise<LaneResult & { lane: Lane }> {
    const { config, staticLane, scriptedLane } = this.#parts;
    const isStatic = job.document.selfContained && job.wait === undefined && config.isolation === 'lanes';
    let lane: Lane = isStatic ? 'static' : 'scripted';
    return this.#retrying(async () => {
      const used = lane;
      lane = 'scripted';
      return { ...(await (used === 'static' ? staticLane : scriptedLane).render(job)), lane: used };
    });
  }

  /** A lost browser is no fault of the document, a page lost twice is. */
  async #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof NeedsNetwork) continue;
        if (!(error instanceof BrowserLost)) throw error;
        if (error.what === 'page' && this.#parts.watchdog.killedJustNow) {
          throw RenderFailed(
            `The document took more than ${String(this.#parts.config.maxRendererBytes)} bytes of memory, the limit of a renderer.`,
            { cause: error },
          );
        }
        if (n < MAX_ATTEMPTS) continue;
        if (error.what === 'page')
          throw RenderFailed('The document crashes the renderer; it may need more memory than it is given.', {
            transient: true,
            cause: error,
          });
        throw error;
      }
    }
  }
}

const rounded = (phases: RenderPhases): RenderPhases => ({
  queue: Math.round(phases.queue),
  compose: Math.round(phases.compose),
  load: Math.round(phases.load),
  wait: Math.round(phases.wait),
  print: Math.round(phases.print),
});

function missingWarnings(missing: readonly string[]): RenderWarning[] {
  return missing.map((path) => ({ code: 'MISSING_VARIABLE', message: `The template uses ${path}, which the data lacks.`, subject: path }));
}
