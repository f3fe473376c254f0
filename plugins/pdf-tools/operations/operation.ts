import type { z } from 'zod';
import {
  type RouteExample,
  defineRoute,
  type ErrorKind,
  type FieldProblem,
  HubError,
  invalidFields,
  type Principal,
  type Route,
} from '../../../server/contract/index.ts';
import { UsageLimitExceeded } from '../../limits/contract.ts';
import type { FileStore } from '../../storage/contract.ts';
import type { OperatorCertificate } from '../certificate.ts';
import type { OperationName, OptionsOf } from '../child/operations/index.ts';
import type { ChildPool } from '../child/pool.ts';
import type { Ask } from '../child/protocol.ts';
import type { JobInput, TaskResult, TimeLimits } from '../child/worker.ts';
import type { PdfCall, PdfInputs, PdfSource } from '../pdf-input.ts';
import { type Output, type Produced, produced } from '../pdf-output.ts';
import type { PdfaValidator } from '../pdfa/validator.ts';
import type { JobFiles } from '../spool.ts';

const MB = 1024 * 1024;
const ONE_FILE: TimeLimits = { limitMs: 10_000 };

/** What this server has for operations. */
export interface OperationContext {
  readonly pool: ChildPool;
  readonly certificate: OperatorCertificate | undefined;
  readonly validator: PdfaValidator | undefined;
  /** Whether PDFs may be encrypted here. */
  readonly protect: boolean;
  readonly clock: () => Date;
}

export interface RouteContext extends OperationContext {
  readonly inputs: PdfInputs;
  readonly files: FileStore;
  /** Of one PDF, decoded. */
  readonly maxBytes: number;
  readonly maxPages: number;
}

interface OperationCall extends PdfCall {
  readonly maxPages: number;
  /** Where large results go; they stay in memory when absent. */
  readonly files?: JobFiles;
}

type Context = OperationContext & Pick<OperationCall, 'maxPages'>;

/** An operation as routes and steps offer it; what the child does is in `child/operations`. */
interface OperationSpec<N extends OperationName, Fields, Body extends Fields, Reply> {
  readonly name: N;
  readonly path: `/v1/pdf/${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly example: RouteExample;
  readonly body: z.ZodType<Body>;
  readonly response: z.ZodType<unknown, Reply>;
  readonly errors?: readonly ErrorKind[];
  /** 10 s when absent. */
  readonly limits?: TimeLimits;
  /** How many times larger than the body of one PDF its body may be. */
  readonly bodyFactor?: number;
  /** The PDFs it works on; the body itself names the only one when absent. */
  sources?(body: Body): readonly PdfSource[];
  /** What this server cannot do. */
  rejectionReason?(fields: Fields, context: OperationContext): FieldProblem | undefined;
  /** Whether nothing may change the file after it without making it untrue. */
  isLast?(fields: Fields): boolean;
  options(fields: Fields, context: Context): OptionsOf[N];
  /** Answers what the child asks for. */
  onAsk?(fields: Fields, context: OperationContext): Ask | undefined;
  /** Decides about what was made, and may have it made once more in another way. */
  validate?(make: (options: OptionsOf[N]) => Promise<TaskResult>, options: OptionsOf[N], context: OperationContext): Promise<TaskResult>;
  reply(made: Produced, body: Body): Promise<Reply>;
  /** Answers instead where the operation is disabled. */
  replacement?(context: OperationContext): Route | undefined;
}

export interface Operation<Fields> {
  rejectionReason(fields: Fields, context: OperationContext): FieldProblem | undefined;
  isLast(fields: Fields): boolean;
  /** @throws ValidationError, ConversionFailed, RateLimited, ServiceUnavailable */
  run(fields: Fields, inputs: readonly JobInput[], call: OperationCall, context: OperationContext): Promise<TaskResult>;
  route(context: RouteContext): Route;
}

export function defineOperation<
  N extends OperationName,
  Body extends Fields & PdfSource & { readonly output?: Output },
  Reply,
  Fields = unknown,
>(spec: OperationSpec<N, Fields, Body, Reply>): Operation<Fields> & { readonly body: z.ZodType<Body> } {
  const rejectionReason = (fields: Fields, context: OperationContext) => spec.rejectionReason?.(fields, context);

  const refuse = (fields: Fields, context: OperationContext): void => {
    const problem = rejectionReason(fields, context);
    if (problem !== undefined) throw invalidFields([problem]);
  };

  const run: Operation<Fields>['run'] = async (fields, inputs, { maxPages, ...call }, context) => {
    refuse(fields, context);
    const task = { ...call, ...(spec.limits ?? ONE_FILE), operation: spec.name, inputs, onAsk: spec.onAsk?.(fields, context) };
    const make = async (options: OptionsOf[N]): Promise<TaskResult> => context.pool.run({ ...task, options });
    const options = spec.options(fields, { ...context, maxPages });
    return spec.validate === undefined ? make(options) : spec.validate(make, options, context);
  };

  const route = (context: RouteContext): Route => {
    const { inputs, files, maxBytes, maxPages } = context;
    const { path, operationId, summary, description, example, body, response, errors = [], bodyFactor = 1 } = spec;
    // Base64 is a third larger; one that is a little too large is answered with its size.
    const textLimit = Math.ceil(maxBytes * 1.5) + MB;
    const runOn = async <T>(sent: Body, call: PdfCall, use: (result: TaskResult) => Promise<T>): Promise<T> =>
      inputs.with(call, spec.sources?.(sent) ?? [sent], async (pdfs, made) =>
        use(await run(sent, pdfs, { ...call, maxPages, files: made }, context)),
      );
    const problemsOf = async (sent: Body, principal: Principal): Promise<readonly FieldProblem[]> => {
      // Long ones, and those that others take part in, are not run for a request that is refused anyway.
      if (spec.limits !== undefined || spec.onAsk?.(sent, context) !== undefined) return [];
      const call = { accountId: principal.accountId, signal: new AbortController().signal };
      try {
        await runOn(sent, call, async () => undefined);
        return [];
      } catch (error) {
        if (HubError.is(error)) return error.fields ?? [];
        throw error;
      }
    };
    return (
      spec.replacement?.(context) ??
      defineRoute({
        ...{ method: 'post', auth: 'key', scope: 'tools', idempotent: true },
        ...{ path, operationId, summary, example, body, response, textLimit },
        ...(description === undefined ? {} : { description }),
        bodyLimit: textLimit * bodyFactor,
        errors: [...errors, UsageLimitExceeded],
        problemsOf: ({ body: sent, principal }) => problemsOf(sent, principal),
        async handle({ body: sent, principal, signal }) {
          if (sent.output === 'url') await files.admit(principal);
          refuse(sent, context);
          const call = { accountId: principal.accountId, signal };
          return runOn(sent, call, (result) => spec.reply(produced(result, sent.output ?? 'url', files, principal.accountId), sent));
        },
      })
    );
  };

  return { body: spec.body, rejectionReason, isLast: (fields) => spec.isLast?.(fields) ?? false, run, route };
}
