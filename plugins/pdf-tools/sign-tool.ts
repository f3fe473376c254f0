import type { z } from 'zod';
import { type FieldProblem, invalidFields } from '../../server/contract/index.ts';
import type { OperatorCertificate } from './certificate.ts';
import type { ChildPool } from './child/pool.ts';
import type { ChildInput, ToolResult } from './child/protocol.ts';
import type { signFields } from './contract.ts';
import { decodeImage } from './image-input.ts';
import { LIMIT_MS } from './limits.ts';

type SignRequest = z.output<z.ZodObject<typeof signFields>>;

export interface SignTool {
  /** What cannot be asked for on this server. */
  objection(request: { readonly certificate: boolean }): FieldProblem | undefined;
  /** @throws ValidationError on `certificate` where none is configured */
  sign(accountId: string, input: ChildInput, request: SignRequest, maxPages: number, signal: AbortSignal): Promise<ToolResult>;
}

/** Signs on paper only, or with the operator's key besides, which stays in this process. */
export function signTool(pool: ChildPool, certificate: OperatorCertificate | undefined, clock: () => Date): SignTool {
  const objection: SignTool['objection'] = (request) =>
    request.certificate && certificate === undefined
      ? { field: 'certificate', message: 'no certificate is configured on this server' }
      : undefined;
  return {
    objection,
    async sign(accountId, input, request, maxPages, signal) {
      const problem = objection(request);
      if (problem !== undefined) throw invalidFields([problem]);
      const { name, reason, location, contact, page, x, y, width, height } = request;
      const options = {
        ...{ name, reason, location, contact, page, x, y, width, height, maxPages },
        image: decodeImage(request.image),
        certificate: request.certificate ? certificate?.shown : undefined,
        now: clock().toISOString(),
      };
      return pool.run(accountId, { operation: 'sign', pdfs: [input], options }, LIMIT_MS, signal, certificate?.onAsk);
    },
  };
}
