import { type FieldProblem, type Outbound } from '../../server/contract/index.ts';
import type { JobInput } from './child/worker.ts';
import type { PdfStep, PdfSteps, PdfWarning, StepContext, StepWarning } from './contract.ts';
import { renamed } from './errors.ts';
import { merge, MergeFacts } from './operations/merge.ts';
import type { Operation, OperationContext } from './operations/operation.ts';
import { pdfa } from './operations/pdfa.ts';
import { protect } from './operations/protect.ts';
import { sign } from './operations/sign.ts';
import { watermark } from './operations/watermark.ts';
import type { PdfInputs } from './pdf-input.ts';
import { bytesOf, type Content } from './spool.ts';

export interface StepParts extends OperationContext {
  readonly outbound: Outbound;
  readonly inputs: PdfInputs;
}

type StepOf<T extends PdfStep['type']> = Extract<PdfStep, { readonly type: T }>;
type MergeStep = StepOf<'merge'>;

/** Steps that need nothing but the document: an operation with the step's own fields. */
const OPERATIONS: { readonly [T in Exclude<PdfStep['type'], 'merge'>]: Operation<StepOf<T>> } = { watermark, sign, pdfa, protect };

const operationOf = <T extends keyof typeof OPERATIONS>({ type }: { readonly type: T }): Operation<StepOf<T>> => OPERATIONS[type];

export function pdfSteps(parts: StepParts): PdfSteps {
  const urlProblem = ({ pdf_url: url }: MergeStep): FieldProblem | undefined => {
    const message = url === undefined ? undefined : parts.outbound.rejectionReason(url);
    return message === undefined ? undefined : { field: 'pdf_url', message };
  };
  return {
    rejectionReasons(steps) {
      return steps.flatMap((step, i): FieldProblem[] => {
        const problem = step.type === 'merge' ? urlProblem(step) : operationOf(step).rejectionReason(step, parts);
        if (problem !== undefined) return [{ ...problem, field: `${String(i)}.${problem.field}` }];
        const mustBeLast = step.type !== 'merge' && operationOf(step).isLast(step);
        return mustBeLast && i < steps.length - 1 ? [{ field: `${String(i)}.type`, message: `${step.type} must be the last step` }] : [];
      });
    },
    async apply(pdf, steps, context) {
      let current = pdf;
      let pages: number | undefined;
      const warnings: StepWarning[] = [];
      for (const [i, step] of steps.entries()) {
        try {
          const made = await runStep(current, step, parts, context);
          current = await bytesOf(made.file);
          pages = made.pages ?? pages;
          warnings.push(...made.warnings.map((warning) => ({ ...warning, subject: `steps.${String(i)}` })));
        } catch (error) {
          throw atStep(error, i);
        }
      }
      return { pdf: current, pages, warnings };
    },
  };
}

interface StepResult {
  readonly file: Content;
  /** Where the step changed how many there are. */
  readonly pages?: number;
  readonly warnings: readonly PdfWarning[];
}

async function runStep(pdf: Uint8Array, step: PdfStep, parts: StepParts, context: StepContext): Promise<StepResult> {
  const own: JobInput = { content: pdf };
  const { now } = context;
  if (now !== undefined) return runStep(pdf, step, { ...parts, clock: () => now }, { ...context, now: undefined });
  if (step.type === 'merge') return mergeStep(own, step, parts, context);
  const { accountId, signal } = context;
  const { files, warnings = [] } = await operationOf(step).run(step, [own], { accountId, signal, maxPages: Infinity }, parts);
  return { file: onlyFile(files), warnings };
}

async function mergeStep(
  own: JobInput,
  step: MergeStep,
  parts: StepParts,
  { accountId, signal, readGeneration }: StepContext,
): Promise<StepResult> {
  const call = { accountId, signal };
  const mergeWith = async (other: JobInput): Promise<StepResult> => {
    const order = step.position === 'after' ? [own, other] : [other, own];
    const source = step.generation !== undefined ? 'generation' : step.pdf === undefined ? 'pdf_url' : 'pdf';
    const {
      files,
      facts,
      warnings = [],
    } = await merge.run({ pdfs: [] }, order, { ...call, maxPages: Infinity }, parts).catch((error: unknown) => {
      throw aboutSource(error, order.indexOf(other), source);
    });
    return { file: onlyFile(files), pages: MergeFacts.parse(facts).pages, warnings };
  };
  if (step.generation !== undefined) return mergeWith({ content: await readGeneration(step.generation) });
  return parts.inputs.with(call, [step], async ([other]) => {
    if (other === undefined) throw new Error('no PDF');
    return mergeWith(other);
  });
}

function onlyFile([file]: readonly Content[]): Content {
  if (file === undefined) throw new Error('the operation of a step made no file');
  return file;
}

/** The field of the operation as that of the step: there is one other PDF, and the caller gave it. */
const aboutSource = (error: unknown, index: number, source: string): unknown =>
  renamed(error, (field) => (field === `pdfs.${String(index)}.pdf` ? source : field));

const atStep = (error: unknown, i: number): unknown => renamed(error, (field) => `steps.${String(i)}.${field}`);
