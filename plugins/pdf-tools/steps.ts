import { type FieldProblem, HubError, invalidFields, type Outbound } from '../../server/contract/index.ts';
import type { ChildPool } from './child/pool.ts';
import type { JobInput, TaskResult } from './child/worker.ts';
import type { PdfStep, PdfSteps, StepContext } from './contract.ts';
import { decodeImage } from './image-input.ts';
import { LIMIT_MS } from './limits.ts';
import type { PdfaTool } from './pdfa/pdfa-tool.ts';
import type { PdfInputs } from './pdf-input.ts';
import type { SignTool } from './sign-tool.ts';
import { bytesOf } from './spool.ts';

export interface StepParts {
  readonly pool: ChildPool;
  readonly pdfa: PdfaTool;
  readonly signing: SignTool;
  readonly outbound: Outbound;
  readonly inputs: PdfInputs;
  readonly protect: boolean;
  readonly clock: () => Date;
}

/** Nothing may change a file after these without making them untrue. */
const isLast = (step: PdfStep): boolean => step.type === 'pdfa' || step.type === 'protect' || (step.type === 'sign' && step.certificate);

export function pdfSteps(parts: StepParts): PdfSteps {
  return {
    rejectionReasons(steps) {
      return steps.flatMap((step, i): FieldProblem[] => {
        const at = String(i);
        if (step.type === 'protect' && !parts.protect) return [{ field: `${at}.type`, message: 'protect is disabled on this server' }];
        if (isLast(step) && i < steps.length - 1) return [{ field: `${at}.type`, message: `${step.type} must be the last step` }];
        const unsignable = step.type === 'sign' ? parts.signing.rejectionReason(step) : undefined;
        if (unsignable !== undefined) return [{ ...unsignable, field: `${at}.${unsignable.field}` }];
        const rejectionReason =
          step.type === 'merge' && step.pdf_url !== undefined ? parts.outbound.rejectionReason(step.pdf_url) : undefined;
        return rejectionReason === undefined ? [] : [{ field: `${at}.pdf_url`, message: rejectionReason }];
      });
    },
    async apply(pdf, steps, context) {
      let current = pdf;
      let pages: number | undefined;
      for (const [i, step] of steps.entries()) {
        try {
          const { files, facts } = await runStep(current, step, parts, context);
          if (files[0] !== undefined) current = await bytesOf(files[0]);
          if (typeof facts?.['pages'] === 'number') pages = facts['pages'];
        } catch (error) {
          throw atStep(error, i);
        }
      }
      return { pdf: current, pages };
    },
  };
}

async function runStep(
  pdf: Uint8Array,
  step: PdfStep,
  { pool, pdfa, signing, inputs, clock }: StepParts,
  { accountId, signal, readGeneration }: StepContext,
): Promise<TaskResult> {
  const own: JobInput = { content: pdf };
  const call = { accountId, signal };
  const run = (operation: string, options: object, ...given: readonly JobInput[]): Promise<TaskResult> =>
    pool.run({ ...call, operation, inputs: given, options: { maxPages: Infinity, ...options }, limitMs: LIMIT_MS });
  const now = clock().toISOString();
  switch (step.type) {
    case 'watermark':
      return run('watermark', { ...step, image: decodeImage(step.image) }, own);
    case 'sign':
      return signing.sign(call, own, step, Infinity);
    case 'pdfa':
      return pdfa(call, own, { ...step, maxPages: Infinity, invoice: step.facturx, now });
    case 'protect':
      return run('protect', { ownerPassword: step.owner_password, userPassword: step.user_password, ...step.permissions }, own);
    case 'merge': {
      const merge = (other: JobInput): Promise<TaskResult> => {
        const order = step.position === 'after' ? [own, other] : [other, own];
        const source = step.generation === undefined ? (step.pdf === undefined ? 'pdf_url' : 'pdf') : 'generation';
        return run('merge', {}, ...order).catch((error: unknown) => {
          throw aboutSource(error, order.indexOf(other), source);
        });
      };
      if (step.generation !== undefined) return merge({ content: await readGeneration(step.generation) });
      return inputs.with(call, [step], [''], ([other]) => (other === undefined ? Promise.reject(new Error('no PDF')) : merge(other)));
    }
  }
}

/** The same error, with the field of the tool as that of the step: there is one other PDF, and the caller gave it. */
function aboutSource(error: unknown, index: number, source: string): unknown {
  if (!HubError.is(error) || error.fields === undefined) return error;
  const fields = error.fields.map(({ field, message }) => ({ field: field === `pdfs.${String(index)}.pdf` ? source : field, message }));
  return invalidFields(fields);
}

/** The same error, with its fields below the step. */
function atStep(error: unknown, i: number): unknown {
  if (!HubError.is(error) || error.fields === undefined) return error;
  return invalidFields(error.fields.map(({ field, message }) => ({ field: `steps.${String(i)}.${field}`, message })));
}
