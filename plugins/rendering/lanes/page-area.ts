import type { PrintPlan } from '../contract.ts';
import { pageStyleOf } from '../compose/page-style.ts';
import { ENGINE_MARGIN, PX } from '../paper.ts';

/** CSS pixels of what a page has room for. */
export interface PageArea {
  readonly width: number;
  readonly height: number;
}

/** Inches of the margins at the top, right, bottom and left: by its CSS, and where that leaves them to options, by those. */
export function marginsOf(plan: PrintPlan, html: string): readonly number[] {
  const planned = [plan.marginTop, plan.marginRight, plan.marginBottom, plan.marginLeft];
  return pageStyleOf(html).margins.map((margin, side) => margin ?? planned[side] ?? ENGINE_MARGIN);
}

/** The room that a document's pages have: by its options, and by its CSS, which wins where options leave the size to it. */
export function pageAreaOf(plan: PrintPlan, html: string): PageArea {
  const { size } = pageStyleOf(html);
  const [width, height] = (plan.preferCSSPageSize ? size : undefined) ?? [plan.paperWidth, plan.paperHeight];
  const [top = 0, right = 0, bottom = 0, left = 0] = marginsOf(plan, html);
  return { width: pixels(width - left - right), height: pixels(height - top - bottom) };
}

const pixels = (length: number): number => Math.max(1, Math.round(length * PX));
