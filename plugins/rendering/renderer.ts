import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type FairSlots, HubError, invalidFields, traced } from '../../server/contract/index.ts';
import { BrowserLost } from './chromium/cdp-session.ts';
import type { ProcessMonitor } from './chromium/process-monitor.ts';
import type { MemoryWatchdog } from './chromium/watchdog.ts';
import { type ComposedDocument, completeSmallDocument } from './compose/document.ts';
import type { LanguageText } from './compose/hyphenation.ts';
import type { HeaderFooter } from './compose/header-footer.ts';
import type { ComposePool } from './compose/pool.ts';
import type { RenderingConfig } from './config.ts';
import {
  type CaptureRequest,
  type CaptureResult,
  type PdfRenderer,
  type PrintEngine,
  type PrintOptions,
  type PrintPlan,
  RenderFailed,
  type RenderPhases,
  type QueueName,
  type RenderRequest,
  type RenderResult,
  type RenderWarning,
} from './contract.ts';
import { RenderDeadline } from './deadline.ts';
import type { InstalledFonts } from './installed-fonts.ts';
import { freezeClock, type FrozenClock } from './lanes/frozen-clock.ts';
import type { LaneResult, RenderJob, WebPage } from './lanes/lane.ts';
import type { ScriptedLane } from './lanes/scripted-lane.ts';
import { setRegion, showsRegion } from './lanes/page-region.ts';
import { WrongPrint } from './lanes/print-proof.ts';
import { NeedsNetwork, type StaticLane } from './lanes/static-lane.ts';
import type { RenderMetrics } from './metrics.ts';
import { onOwnPage, planPrint, withHeaderFooter } from './page-options.ts';
import { type DescribePlace, effectsNotRun, isWholeDocument, type LendPage, type ReactEffects, renderReact } from './react/react-page.ts';

const MAX_ATTEMPTS = 2;
const MAX_CHECKED = 1000;

export interface RendererParts {
  readonly config: RenderingConfig;
  readonly slots: Readonly<Record<QueueName, FairSlots>>;
  readonly pool: ComposePool;
  /** A pool of its own, because drawing on a thousand pages takes longer than a template may. */
  readonly watermarks: ComposePool;
  readonly staticLane: StaticLane;
  readonly scriptedLane: ScriptedLane;
  readonly watchdog: MemoryWatchdog;
  readonly monitor: ProcessMonitor;
  readonly fonts: InstalledFonts;
  readonly metrics: RenderMetrics;
  readonly log: Logger;
  readonly engine: () => PrintEngine;
}

type Lane = RenderResult['lane'];

interface Composed {
  readonly document: ComposedDocument;
  readonly around: HeaderFooter;
  readonly notes: readonly RenderWarning[];
  readonly effects: ReactEffects | undefined;
}

/** Compose, choose a lane, render, and render once more when a browser dies under the document. */
export class ChromiumRenderer implements PdfRenderer {
  readonly #parts: RendererParts;
  /** Digests of React source that was found sound: the items of a batch often share one. */
  readonly #checked = new Set<string>();
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

  engine(): PrintEngine {
    return this.#parts.engine();
  }

  async checkReact(accountId: string, react: string, path: string): Promise<void> {
    const digest = createHash('sha256').update(react).digest('base64');
    if (this.#checked.has(digest)) return;
    try {
      await this.#parts.pool.run(accountId, 'transpile', { react });
    } catch (error) {
      if (!HubError.is(error) || error.fields === undefined) throw error;
      throw invalidFields(error.fields.map(({ field, message }) => ({ field: path + field, message })));
    }
    if (this.#checked.size >= MAX_CHECKED) this.#checked.clear();
    this.#checked.add(digest);
  }

  async render(request: RenderRequest): Promise<RenderResult> {
    const { accountId, now, watermark = false, signal } = request;
    const { watermarks, metrics } = this.#parts;
    return traced('render', {}, async (span) => {
      const result = await this.#perform(request, async (job) => {
        const { pdf: printed, ...made } = await this.#renderDocument(job);
        const pdf = now === undefined ? printed : await watermarks.run(accountId, 'reproduce', { pdf: printed, now }, signal);
        return { ...made, pdf: watermark ? await watermarks.run(accountId, 'watermark', { pdf, text: 'TEST' }, signal) : pdf };
      });
      span.setAttributes({ 'platen.lane': result.lane, 'platen.pages': result.pages, 'platen.bytes': result.pdf.byteLength });
      metrics.rendered(result);
      return result;
    });
  }

  async capture({ image, ...request }: CaptureRequest): Promise<CaptureResult> {
    const { scriptedLane } = this.#parts;
    return traced('capture', {}, async (span) => {
      const plan = planPrint({}, true, 'options');
      const result = await this.#perform({ ...request, plan }, (job) =>
        this.#retrying(() => scriptedLane.capture(job, image, request.watermark === true)),
      );
      span.setAttributes({ 'platen.bytes': result.image.byteLength });
      return result;
    });
  }

  /** Waits for a slot, composes the document and has it made within its time. */
  async #perform<T extends Pick<LaneResult, 'document' | 'warnings'>>(
    request: RenderRequest,
    make: (job: RenderJob) => Promise<T>,
  ): Promise<Omit<T, 'document'> & { readonly phases: RenderPhases }> {
    const { accountId, source, plan, wait, now, queue: kind = 'callers', limitMs = Infinity, signal } = request;
    const { slots, monitor, fonts, pool, config } = this.#parts;
    const asked = performance.now();
    const release = await slots[kind].take(accountId, signal);
    const queue = performance.now() - asked;
    const deadline = new RenderDeadline(Math.min(config.deadlineMs, limitMs), signal);
    const unwatch = monitor.watch();
    try {
      const clock = now === undefined ? undefined : { now, timezone: source.region?.timezone ?? 'UTC' };
      const { document, around, notes, effects } = await deadline.within(this.#compose(request, clock, deadline));
      const job: RenderJob = {
        accountId,
        document,
        web: this.#webPageOf(request),
        effects,
        plan: withHeaderFooter(onOwnPage(plan, document.page), around),
        wait,
        settleMs: wait?.settle_ms ?? config.settleMs,
        region: source.region ?? {},
        hasFamily: fonts.hasFamily,
        hyphenate: (texts: readonly LanguageText[]) => pool.run(accountId, 'hyphenate', { texts }, signal),
        clock,
        deadline,
      };
      const { document: shown, ...made } = await make(job);
      this.#lastSuccess = performance.now();
      const { compose, load, wait: waited, print } = deadline.spent;
      return {
        ...made,
        phases: rounded({ queue, compose, load, wait: waited, print }),
        warnings: [...notes, ...shown.warnings, ...made.warnings, ...fonts.glyphWarnings(shown.codePoints, shown.webFonts)],
      };
    } finally {
      unwatch();
      deadline.stop();
      release();
    }
  }

  #webPageOf({ accountId, source, plan, signal }: RenderRequest): WebPage | undefined {
    const { url, styles = '', region } = source;
    if (url === undefined) return undefined;
    const page = { paper: [plan.paperWidth, plan.paperHeight], given: plan.given, locale: region?.locale, baseUrl: url } as const;
    return {
      url,
      styles,
      read: (html) => this.#parts.pool.run(accountId, 'compose', { html, styles, page }, signal),
    };
  }

  async #compose(request: RenderRequest, clock: FrozenClock | undefined, deadline: RenderDeadline): Promise<Composed> {
    const { accountId, source, plan, signal } = request;
    const { html, react, data, styles, title, region, baseUrl } = source;
    const { pool } = this.#parts;
    const component = react === undefined ? undefined : await this.#renderComponent(request, react, clock, deadline);
    const markup = component?.markup ?? html ?? '';
    const page = { paper: [plan.paperWidth, plan.paperHeight], given: plan.given, locale: region?.locale, baseUrl } as const;
    const { header, footer } = plan;
    const hasHeaderFooter = header !== undefined || footer !== undefined;
    if (react === undefined && data === undefined && styles === undefined && !hasHeaderFooter) {
      const document = completeSmallDocument(markup, title, page);
      if (document !== undefined) return { document, around: {}, notes: [], effects: undefined };
    }
    const template = { page, html: markup, data: react === undefined ? data : undefined, styles, title, region };
    const pieces = hasHeaderFooter ? { headerFooter: { header, footer }, headerData: data } : {};
    const { notes, header: top, footer: bottom, ...document } = await pool.run(accountId, 'compose', { ...template, ...pieces }, signal);
    const around = { header: top, footer: bottom };
    return { document, around, notes: [...notes, ...(component?.warnings ?? [])], effects: component?.effects };
  }

  async #renderComponent(
    { accountId, source: { data = {}, region = {} }, signal }: RenderRequest,
    react: string,
    clock: FrozenClock | undefined,
    deadline: RenderDeadline,
  ): Promise<{ readonly markup: string; readonly effects: ReactEffects | undefined; readonly warnings: readonly RenderWarning[] }> {
    const { pool, scriptedLane, config } = this.#parts;
    const module = await pool.run(accountId, 'transpile', { react }, signal);
    const describe: DescribePlace = (place) => pool.run(accountId, 'placeInSource', { react, ...place }, signal);
    const lend: LendPage = (work) =>
      this.#retrying(() =>
        scriptedLane.withOfflinePage(deadline, async (page) => {
          await setRegion(page, region);
          if (clock !== undefined) await freezeClock(page, clock);
          return work(page);
        }),
      );
    const markup = await renderReact(lend, module, data, describe);
    if (!module.hasEffects) return { markup, effects: undefined, warnings: [] };
    if (!config.reactEffects)
      return { markup, effects: undefined, warnings: [effectsNotRun('This server does not run React in the page')] };
    return { markup, effects: { module, props: data, isDocument: isWholeDocument(markup), describe }, warnings: [] };
  }

  /** The static lane only where it surely gives the same result; a second attempt is always made in the scripted one. */
  async #renderDocument(job: RenderJob): Promise<LaneResult & { lane: Lane }> {
    const { config, staticLane, scriptedLane, metrics, log } = this.#parts;
    const { document, web, effects, plan, region, wait } = job;
    const isAlike = !showsRegion(region, `${plan.header ?? ''}${plan.footer ?? ''}`);
    const isPlain = document.selfContained && web === undefined && effects === undefined;
    const isStatic = isPlain && wait === undefined && isAlike && config.isolation === 'lanes';
    let lane: Lane = isStatic ? 'static' : 'scripted';
    return this.#retrying(async () => {
      const used = lane;
      lane = 'scripted';
      try {
        return { ...(await (used === 'static' ? staticLane : scriptedLane).render(job)), lane: used };
      } catch (error) {
        if (error instanceof WrongPrint) {
          metrics.wrongPrint(used);
          log.error({ err: error, lane: used, account: job.accountId }, 'a print was thrown away');
        }
        throw error;
      }
    });
  }

  /** A browser that was lost under a document is no fault of it; the scripted lane answers for what is. */
  async #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof NeedsNetwork) continue;
        if (error instanceof WrongPrint && n < MAX_ATTEMPTS) continue;
        if (!(error instanceof BrowserLost)) throw error;
        if (error.what === 'page' && this.#parts.watchdog.killedJustNow) {
          throw RenderFailed(
            `The document took more than ${String(this.#parts.config.maxRendererBytes)} bytes of memory, the limit of a renderer.`,
            { cause: error },
          );
        }
        if (n >= MAX_ATTEMPTS) throw error;
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
