import type { ComposedDocument } from '../compose/document.ts';
import type { LanguageText } from '../compose/hyphenation.ts';
import type { PrintPlan, Region, RenderWarning, WaitRules } from '../contract.ts';
import type { RenderDeadline } from '../deadline.ts';
import type { ReactEffects } from '../react/react-page.ts';
import type { FrozenClock } from './frozen-clock.ts';

/** A page of the web that is to be printed or drawn. */
export interface WebPage {
  readonly url: string;
  /** CSS that is added to it. */
  readonly styles: string;
  /** What its source tells, once it is there. */
  read(html: string): Promise<ComposedDocument>;
}

/** One document on its way through a lane. */
export interface RenderJob {
  readonly accountId: string;
  readonly document: ComposedDocument;
  /** Of a page of the web, which takes the place of the document. */
  readonly web?: WebPage | undefined;
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

interface LaneOutcome {
  /** What was shown: as it was sent, or as a page of the web was found. */
  readonly document: ComposedDocument;
  /** Besides those of the document. */
  readonly warnings: readonly RenderWarning[];
  readonly usedNetwork: boolean;
}

export interface LaneCapture extends LaneOutcome {
  readonly image: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface LaneResult extends LaneOutcome {
  readonly pdf: Buffer;
  readonly pages: number;
}
