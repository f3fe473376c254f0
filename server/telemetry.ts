/** Ends the sending of traces; what is not sent yet goes out first. */
export type StopTelemetry = () => Promise<void>;

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'];

/**
 * Sends traces as OpenTelemetry's own environment variables say (endpoint, protocol, headers, sampler, service name);
 * without any of them nothing is loaded. Metrics have `/metrics` and logs standard error, so neither is exported.
 */
export async function startTelemetry(env: NodeJS.ProcessEnv): Promise<StopTelemetry> {
  const wanted = ENDPOINTS.some((name) => (env[name] ?? '') !== '') && env['OTEL_TRACES_EXPORTER'] !== 'none';
  if (!wanted || env['OTEL_SDK_DISABLED'] === 'true') return () => Promise.resolve();
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({ serviceName: env['OTEL_SERVICE_NAME'] ?? 'platen', metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  return () => sdk.shutdown();
}
