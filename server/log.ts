import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

/** Fields in which the core itself may meet secrets; plugins declare theirs. */
const FIELDS = ['authorization', 'cookie', 'password', 'secret', 'key', 'token'];
const MAX_CAUSES = 5;
const SECRETS: readonly [RegExp, string][] = [
  [/\b\w*sk_\w{8,}|\bsk-[\w-]{8,}|\bwhsec_[\w+/=]+/g, '[redacted]'],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/(\/\/)[^\s/@]+@/g, '$1[redacted]@'],
  // A password of a database may hold what an address may not.
  [/\b((?:mongodb(?:\+srv)?|rediss?):\/\/)\S*@/gi, '$1[redacted]@'],
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

const STANDARD_ERROR = 2;
const MAX_TRIES = 10;
const PAUSE_MS = 10;

/** A descriptor to which lines are written at once. Those that cannot be written are dropped and counted: a full disk ends no process. */
class LineWriter implements DestinationStream {
  readonly #descriptor: number;
  #dropped = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(line: string): void {
    if (this.#dropped > 0) {
      const lost = { level: 40, time: new Date().toISOString(), dropped: this.#dropped, msg: 'lines of this log could not be written' };
      if (!this.#tryWrite(`${JSON.stringify(lost)}\n`)) {
        this.#dropped++;
        return;
      }
      this.#dropped = 0;
    }
    if (!this.#tryWrite(line)) this.#dropped++;
  }

  #tryWrite(line: string): boolean {
    const bytes = Buffer.from(line);
    let written = 0;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      try {
        while (written < bytes.byteLength) written += writeSync(this.#descriptor, bytes, written);
        return true;
      } catch (error) {
        // A pipe whose reader is slow is full for a moment.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
    return false;
  }
}

/** JSON lines on standard error; standard output belongs to what a person or a script asked for. */
export function createLog(level: string, stream: DestinationStream = new LineWriter(STANDARD_ERROR)): Logger {
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
