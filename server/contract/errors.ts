const BRAND = Symbol.for('platen/hub-error');

/** One wrong field of a request; `field` is a dotted path such as `items.3.options.format`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export interface HubErrorDetails {
  readonly fields?: readonly FieldProblem[];
  /** Whole seconds, at least 1; sent as `Retry-After` and in the body. */
  readonly retryAfter?: number;
  /** Sent with the reply. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same request may succeed when it is tried again at once. */
  readonly transient?: boolean;
  /** The same request may succeed when it is tried again later, by who sent it: it met a limit of time. */
  readonly passes?: boolean;
  readonly cause?: unknown;
}

/** An error whose message may be shown to the caller. Anything else is answered as `INTERNAL_ERROR`. */
export class HubError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly transient: boolean;
  readonly passes: boolean;

  constructor(code: string, status: number, message: string, details: HubErrorDetails = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = code;
    this.code = code;
    this.status = status;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
    this.headers = details.headers ?? {};
    this.transient = details.transient ?? false;
    this.passes = details.passes ?? false;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Tests a brand instead of the class, so that a plugin with its own copy of the contract is understood. */
  static is(error: unknown): error is HubError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

/** Makes errors of one code and status: `throw NotFound('Template not found')`. */
export interface ErrorKind {
  (message: string, details?: HubErrorDetails): HubError;
  readonly code: string;
  readonly status: number;
}

export function defineError(code: string, status: number): ErrorKind {
  return Object.assign((message: string, details?: HubErrorDetails) => new HubError(code, status, message, details), {
    code,
    status,
  });
}

/** Why the signal of a request is aborted when its caller is gone. */
export class CallerHungUp extends Error {
  constructor() {
    super('the caller hung up');
  }
}

export const ValidationError = defineError('VALIDATION_ERROR', 400);
export const Unauthorized = defineError('UNAUTHORIZED', 401);
export const Forbidden = defineError('FORBIDDEN', 403);
export const NotFound = defineError('NOT_FOUND', 404);
/** The record is in a state that does not allow this. */
export const Conflict = defineError('CONFLICT', 409);
export const MethodNotAllowed = defineError('METHOD_NOT_ALLOWED', 405);
export const RateLimited = defineError('RATE_LIMITED', 429);
export const InternalError = defineError('INTERNAL_ERROR', 500);
export const ServiceUnavailable = defineError('SERVICE_UNAVAILABLE', 503);

/** A `ValidationError` whose message repeats the first wrong field, for readers that show nothing else. */
export function invalidFields(fields: readonly FieldProblem[]): HubError {
  const first = fields[0];
  const rest = fields.length > 1 ? ` (and ${String(fields.length - 1)} more)` : '';
  const where = first?.field === '' ? 'The request' : (first?.field ?? 'The request');
  return ValidationError(`${where}: ${first?.message ?? 'is invalid'}${rest}`, { fields });
}
