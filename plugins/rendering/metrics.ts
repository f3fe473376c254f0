import type { FairSlots, Metrics } from '../../server/contract/index.ts';
import type { QueueName, RenderPhases, RenderResult } from './contract.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface RenderMetrics {
  rendered(result: RenderResult): void;
  /** A print that is not of the document that was asked for, and was thrown away. */
  wrongPrint(lane: string): void;
  browserStarted(lane: string, reason: string): void;
}

export function renderMetrics(metrics: Metrics): RenderMetrics {
  const phases = metrics.histogram({
    name: 'platen_render_phase_seconds',
    help: 'Time of finished documents in each phase, by lane; queue is the wait for a renderer.',
    labels: ['lane', 'phase'],
    buckets: SECONDS,
  });
  const pages = metrics.counter({ name: 'platen_rendered_pages_total', help: 'Pages printed.', labels: ['lane'] });
  const starts = metrics.counter({
    name: 'platen_browser_starts_total',
    help: 'Browsers started: the first, after one was lost, or to replace an old one.',
    labels: ['lane', 'reason'],
  });
  const wrong = metrics.counter({
    name: 'platen_wrong_prints_total',
    help: 'Prints that were not of the document asked for, thrown away and made again; any is a fault of the browser or of Platen.',
    labels: ['lane'],
  });
  return {
    rendered({ lane, phases: spent, pages: count }) {
      for (const [phase, ms] of Object.entries(spent) as [keyof RenderPhases, number][]) phases({ lane, phase }, ms / 1000);
      pages({ lane }, count);
    },
    wrongPrint: (lane) => {
      wrong({ lane });
    },
    browserStarted: (lane, reason) => {
      starts({ lane, reason });
    },
  };
}

/** What is true at the moment: who waits for a renderer, and what the browsers take. */
export function measureRendering(metrics: Metrics, slots: Readonly<Record<QueueName, FairSlots>>, rendererBytes: () => number): void {
  const each = (value: (of: FairSlots) => number) => () =>
    (['callers', 'batches', 'pictures'] as const).map((queue) => ({ labels: { queue }, value: value(slots[queue]) }));
  metrics.gauge({
    name: 'platen_render_waiting',
    help: 'Documents of this process that wait for a renderer.',
    labels: ['queue'],
    read: each(({ waiting }) => waiting),
  });
  metrics.gauge({
    name: 'platen_render_busy',
    help: 'Documents of this process that are being rendered.',
    labels: ['queue'],
    read: each(({ busy }) => busy),
  });
  metrics.gauge({
    name: 'platen_renderer_memory_bytes',
    help: 'Resident memory of the renderers of all browsers of this process.',
    read: () => [{ labels: {}, value: rendererBytes() }],
  });
}
