import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Metrics } from './contract/metrics.ts';
import { sharedReading } from './shared-reading.ts';

/** Gauges ask the database, and anybody who reaches the metrics may ask for them. */
const READ_EVERY_MS = 1000;
/** How often the event loop's delay is sampled: ten times as often would take half a percent of a core from an idle hub. */
const LOOP_SAMPLE_MS = 100;

export interface MetricsRegistry extends Metrics {
  readonly contentType: string;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
}

let processRegister: Registry | undefined;

/** Of the process, once for all hubs in it: prom-client's observers cannot be stopped, and would keep each hub in memory. */
function ofProcess(): Registry {
  if (processRegister === undefined) {
    processRegister = new Registry();
    collectDefaultMetrics({ register: processRegister, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  }
  return processRegister;
}

/** A registry of this hub's own: several hubs in one process, as tests have them, count apart. */
export function createMetrics(log: Logger): MetricsRegistry {
  const register = new Registry();
  const shared = ofProcess(); // it measures from now on, not from the first time that somebody asks
  return {
    contentType: register.contentType,
    text: () => Registry.merge([shared, register]).metrics(),
    counter({ name, help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [register] });
      return (values, by = 1) => {
        counter.inc(values, by);
      };
    },
    histogram({ name, help, labels = [], buckets }) {
      const histogram = new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [register] });
      return (values, value) => {
        histogram.observe(values, value);
      };
    },
    gauge({ name, help, labels = [], read }) {
      const recent = sharedReading(READ_EVERY_MS, async () => read());
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [register],
        async collect() {
          this.reset();
          try {
            for (const reading of await recent()) this.set(reading.labels, reading.value);
          } catch (error) {
            log.warn({ err: error, metric: name }, 'a metric could not be read');
          }
        },
      });
    },
  };
}
