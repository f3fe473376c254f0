import type { ComposedDocument } from '../compose/document.ts';
import type { PrintPlan, RenderWarning, WaitRules } from '../contract.ts';
import type { RenderDeadline } from '../deadline.ts';

/** One document on its way through a lane. */
export interface RenderJob {
  readonly accountId: string;
  readonly document: ComposedDocument;
  readonly plan: PrintPlan;
  readonly wait: WaitRules | undefined;
  readonly deadline: RenderDeadline;
}

export interface LaneResult {
  readonly pdf: Buffer;
  readonly pages: number;
  readonly warnings: readonly RenderWarning[];
}
