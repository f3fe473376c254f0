import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<Span, 'attributes' | 'service'> & { readonly attributes: readonly KeyValue[] })[];
    }[];
  }[];
}

const plain = (attributes: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** An OpenTelemetry collector on loopback: it takes traces as OTLP over HTTP in JSON. */
export class Collector {
  readonly spans: Span[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void json(request).then((body) => {
        for (const { resource, scopeSpans } of (body as Export).resourceSpans)
          for (const span of scopeSpans.flatMap(({ spans }) => spans))
            this.spans.push({ ...span, attributes: plain(span.attributes), service: String(plain(resource.attributes)['service.name']) });
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  }

  static async open(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  /** What a process's environment says to send its traces here. */
  get environment(): Record<string, string> {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
