import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'html',
  'react',
  'data',
  'pdf',
  'prompt',
  'secret',
  'apiKey',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.html',
  '*.react',
  '*.data',
  '*.pdf',
  '*.prompt',
  '*.secret',
  '*.apiKey',
];

/** JSON lines on standard error; standard output belongs to what a person or a script asked for. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, redact: { paths: REDACTED, censor: '[redacted]' } },
    destination({ fd: 2, sync: true }),
  );
}
