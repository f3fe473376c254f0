import { createHash } from 'node:crypto';
import { type FieldProblem, invalidFields } from '../../../server/contract/index.ts';
import type { PdfStep } from '../../pdf-tools/contract.ts';
import type { PrintPlan } from '../../rendering/contract.ts';

export const sha256Of = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex');

function reasonAgainst(step: PdfStep): string | undefined {
  if (step.type === 'protect') return 'is impossible in a deterministic document: encryption uses random keys';
  if (step.type === 'sign' && step.certificate) return 'is impossible in a deterministic document: a digital signature holds its time';
  return undefined;
}

/**
 * Refuses what differs each time in a document that is to be reproducible.
 * @param now the time its clock stands at; anything goes where it is undefined
 * @throws ValidationError with fields below `path`
 */
export function refuseIrreproducible(now: Date | undefined, plan: PrintPlan, steps: readonly PdfStep[] = [], path: string): void {
  if (now === undefined) return;
  const problems = steps.flatMap((step, i): FieldProblem[] => {
    const message = reasonAgainst(step);
    return message === undefined ? [] : [{ field: `${path}steps.${String(i)}.${step.type === 'sign' ? 'certificate' : 'type'}`, message }];
  });
  if (plan.showsTime === true) {
    const message = 'prints the time (class="date"), which differs each time; write it as text, or leave out deterministic and date';
    problems.push({ field: `${path}options.${plan.header?.includes('date') === true ? 'header' : 'footer'}`, message });
  }
  if (problems.length > 0) throw invalidFields(problems);
}
