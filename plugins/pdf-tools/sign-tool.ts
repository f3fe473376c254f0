import type { z } from 'zod';
import { type FieldProblem, invalidFields } from '../../server/contract/index.ts';
import type { OperatorCertificate } from './certificate.ts';
import type { ChildPool } from './child/pool.ts';
import type { JobInput, TaskResult } from './child/worker.ts';
import type { signFields } from './contract.ts';
import { decodeImage } from './image-input.ts';
import { LIMIT_MS } from './limits.ts';
import type { PdfCall } from './pdf-input.ts';
import type { JobFiles } from './spool.ts';

type SignRequest = z.output<z.ZodObject<typeof signFields>>;

export interface SignTool {
  /** What cannot be asked for on this server. */
  rejectionReason(request: { readonly certificate: boolean }): FieldProblem | undefined;
  /** @throws ValidationError on `certificate` where none is configured */
  sign(call: PdfCall, input: JobInput, request: SignRequest, maxPages: number, files?: JobFiles): Promise<TaskResult>;
}

/** Signs on paper only, or with the operator's key besides, which stays in this process. */
export function signTool(pool: ChildPool, certificate: OperatorCertificate | undefined, clock: () => Date): SignTool {
  const rejectionReason: SignTool['rejectionReason'] = (request) =>
    request.certificate && certificate === undefined
      ? { field: 'certificate', message: 'no certificate is configured on this server' }
      : undefined;
  return {
    rejectionReason,
    async sign({ accountId, signal }, input, request, maxPages, files) {
      const problem = rejectionReason(request);
      if (problem !== undefined) throw invalidFields([problem]);
      const { name, reason, location, contact, page, x, y, width, height } = request;
      const options = {
        ...{ name, reason, location, contact, page, x, y, width, height, maxPages },
        image: decodeImage(request.image),
        certificate: request.certificate ? certificate?.shown : undefined,
        now: clock().toISOString(),
      };
      const onAsk = certificate?.onAsk;
      return pool.run({ accountId, signal, operation: 'sign', inputs: [input], options, limitMs: LIMIT_MS, onAsk, files });
    },
  };
}
