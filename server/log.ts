import { destination, type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

/** Fields in which the core itself may meet secrets; plugins declare theirs. */
const FIELDS = ['authorization', 'cookie', 'password', 'secret', 'key', 'token'];
const MAX_CAUSES = 5;
const SECRETS: readonly [RegExp, string][] = [
  [/\b\w*sk_\w{8,}|\bsk-[\w-]{8,}|\bwhsec_[\w+/=]+/g, '[redacted]'],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/(\/\/)[^\s/@]+@/g, '$1[redacted]@'],
  [/([?&](?:signature|X-Amz-[A-Za-z-]+)=)[^&\s"']+/g, '$1[redacted]'],
];

function withoutSecrets(text: string): string {
  return SECRETS.reduce((cleaned, [pattern, instead]) => cleaned.replace(pattern, instead), text);
}

/** Only what is known to be harmless: libraries hang requests, answers and whole documents on their errors. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutSecrets(error) : typeof error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: withoutSecrets(message),
    ...('code' in error && typeof error.code !== 'object' ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack: withoutSecrets(stack) }),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < MAX_CAUSES ? { errors: error.errors.map((one) => describeError(one, depth + 1)) } : {}),
  };
}

const redaction = (fields: readonly string[]) => ({
  paths: [...new Set(fields)].flatMap((field) => [field, `*.${field}`]),
  censor: '[redacted]',
});

/** The same log, which hides these fields too, at the top of a line and one level below. */
export function redacting(log: Logger, fields: readonly string[]): Logger {
  // The redaction of a child takes the place of its parent's.
  return log.child({}, { redact: redaction([...FIELDS, ...fields]) });
}

/** JSON lines on standard error; standard output belongs to what a person or a script asked for. */
export function createLog(level: string, stream: DestinationStream = destination({ fd: 2, sync: true })): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error) },
      redact: redaction(FIELDS),
    },
    stream,
  );
}
