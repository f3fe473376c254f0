import type { ComposedDocument } from '../compose/document.ts';
import type { LanguageText } from '../compose/hyphenation.ts';
import type { PrintPlan, Region, RenderWarning, WaitRules } from '../contract.ts';
import type { RenderDeadline } from '../deadline.ts';
import type { ReactEffects } from '../react/react-page.ts';
import type { FrozenClock } from './frozen-clock.ts';

/** One document on its way through a lane. */
export interface RenderJob {
  readonly accountId: string;
  readonly document: ComposedDocument;
  readonly effects?: ReactEffects | undefined;
  readonly plan: PrintPlan;
  readonly wait: WaitRules | undefined;
  /** Time that scripts and animations are given; 0 for none. */
  readonly settleMs: number;
  readonly region: Region;
  /** Texts with soft hyphens where words may be broken. */
  readonly hyphenate: (texts: readonly LanguageText[]) => Promise<readonly string[]>;
  /** Whether a font family, or one that stands in for it, is installed. */
  readonly hasFamily: (name: string) => boolean;
  /** Of a document that is to be reproducible. */
  readonly clock?: FrozenClock | undefined;
  readonly deadline: RenderDeadline;
}

export interface LaneResult {
  readonly pdf: Buffer;
  readonly pages: number;
  readonly warnings: readonly RenderWarning[];
  readonly usedNetwork: boolean;
}
