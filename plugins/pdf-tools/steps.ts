import { type FieldProblem, HubError, invalidFields, type Outbound } from '../../server/contract/index.ts';
import type { ChildPool } from './child/pool.ts';
import type { ChildRequest } from './child/protocol.ts';
import type { PdfStep, PdfSteps, StepContext } from './contract.ts';
import { decodeImage } from './image-input.ts';
import { LIMIT_MS } from './limits.ts';
import type { PdfaTool } from './pdfa/pdfa-tool.ts';
import { readPdfSource } from './pdf-input.ts';
import type { SignTool } from './sign-tool.ts';

export interface StepParts {
  readonly pool: ChildPool;
  readonly pdfa: PdfaTool;
  readonly signing: SignTool;
  readonly outbound: Outbound;
  readonly maxBytes: number;
  readonly protect: boolean;
  readonly clock: () => Date;
}

/** Nothing may change a file after these without making them untrue. */
const isLast = (step: PdfStep): boolean => step.type === 'pdfa' || step.type === 'protect' || (step.type === 'sign' && step.certificate);

export function pdfSteps(parts: StepParts): PdfSteps {
  return {
    objections(steps) {
      return steps.flatMap((step, i): FieldProblem[] => {
        const at = String(i);
        if (step.type === 'protect' && !parts.protect) return [{ field: `${at}.type`, message: 'protect is disabled on this server' }];
        if (isLast(step) && i < steps.length - 1) return [{ field: `${at}.type`, message: `${step.type} must be the last step` }];
        const unsignable = step.type === 'sign' ? parts.signing.objection(step) : undefined;
        if (unsignable !== undefined) return [{ ...unsignable, field: `${at}.${unsignable.field}` }];
        const objection = step.type === 'merge' && step.pdf_url !== undefined ? parts.outbound.objection(step.pdf_url) : undefined;
        return objection === undefined ? [] : [{ field: `${at}.pdf_url`, message: objection }];
      });
    },
    async apply(pdf, steps, context) {
      let current = pdf;
      let pages: number | undefined;
      for (const [i, step] of steps.entries()) {
        try {
          const { files, facts } = await runStep(current, step, parts, context);
          current = files[0] ?? current;
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
  { pool, pdfa, signing, outbound, maxBytes, clock }: StepParts,
  context: StepContext,
) {
  const { accountId, signal, readGeneration } = context;
  const run = (operation: string, options: object, pdfs: ChildRequest['pdfs'] = [{ bytes: pdf }]) =>
    pool.run(accountId, { operation, pdfs, options: { maxPages: Infinity, ...options } }, LIMIT_MS, signal);
  const now = clock().toISOString();
  switch (step.type) {
    case 'watermark':
      return run('watermark', { ...step, image: decodeImage(step.image) });
    case 'sign':
      return signing.sign(accountId, { bytes: pdf }, step, Infinity, signal);
    case 'pdfa':
      return pdfa(accountId, { bytes: pdf }, { ...step, maxPages: Infinity, invoice: step.facturx, now }, signal);
    case 'protect':
      return run('protect', { ownerPassword: step.owner_password, userPassword: step.user_password, ...step.permissions });
    case 'merge': {
      const bytes =
        step.generation === undefined
          ? (await readPdfSource({ pdf_url: step.pdf_url }, outbound, maxBytes)).bytes
          : await readGeneration(step.generation);
      const own = { bytes: pdf };
      return run('merge', {}, step.position === 'after' ? [own, { bytes }] : [{ bytes }, own]);
    }
  }
}

/** The same error, with its fields below the step. */
function atStep(error: unknown, i: number): unknown {
  if (!HubError.is(error) || error.fields === undefined) return error;
  return invalidFields(error.fields.map(({ field, message }) => ({ field: `steps.${String(i)}.${field}`, message })));
}
