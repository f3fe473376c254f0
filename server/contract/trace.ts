import { type Attributes, context, propagation, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/**
 * Work as a span of the current trace (OpenTelemetry): its error is noted and thrown on. Costs next to nothing unless the
 * operator sends traces somewhere.
 * @param attributes ids, counts and kinds; never what callers sent
 */
export async function traced<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer('platen').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Begins a span that ends with the returned function, for work that is no single call. */
export function beginSpan(name: string): () => void {
  const span = trace.getTracer('platen').startSpan(name);
  return () => {
    span.end();
  };
}

/** The current trace as the headers of W3C Trace Context; empty when nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** The current trace, to be kept with work that another process goes on with; null when nothing is traced. */
export const traceParent = (): string | null => traceHeaders()['traceparent'] ?? null;

/** Goes on with a trace that was kept, or that a caller's headers name. */
export function continueTrace<T>(headers: { readonly traceparent?: string | null; readonly tracestate?: string }, work: () => T): T {
  return context.with(propagation.extract(context.active(), headers), work);
}
