import type { PDFDict } from 'pdf-lib';
import type { PdfWarning } from '../contract.ts';
import { fontReason } from './font-checks.ts';
import type { LevelRules } from './level.ts';
import type { FontCodes, Usage } from './scan.ts';

/** Places of pages that become pictures, each with the reason. */
export type DrawnPages = ReadonlyMap<number, string>;

/** Of part 1 only. */
const TRANSPARENCY = /\b6\.4: /;
/** Reasons in the warnings of one file, and pages in one of them. */
const [MAX_REASONS, MAX_RANGES] = [20, 20];

/**
 * Pages with a reason of their own, those that hide what cannot be taken out, and those that show a font that cannot stay.
 * @param usages by page; undefined for those of `forced`
 */
export function pagesToDraw(
  usages: readonly (Usage | undefined)[],
  forced: DrawnPages,
  codes: FontCodes,
  hiding: ReadonlySet<number>,
  rules: LevelRules,
): DrawnPages {
  const bad = new Map<PDFDict, string>();
  for (const [font, shown] of codes) {
    const reason = fontReason(font, shown, rules);
    if (reason !== undefined) bad.set(font, reason);
  }
  const drawn = new Map<number, string>();
  for (const [index, usage] of usages.entries()) {
    const reasons = new Set(usage === undefined ? [forced.get(index) ?? ''] : usage.reasons);
    if (hiding.has(index)) reasons.add('6.1.13: hidden layers, which would be seen');
    for (const font of usage?.fonts.keys() ?? []) {
      const reason = bad.get(font);
      if (reason !== undefined) reasons.add(reason);
    }
    if (reasons.size > 0) drawn.set(index, [...reasons].join('; '));
  }
  return drawn;
}

/** One warning for each reason, with all pages that have it. */
export function drawnPageWarnings(drawn: DrawnPages): PdfWarning[] {
  const pages = new Map<string, number[]>();
  for (const [index, reason] of [...drawn].sort(([a], [b]) => a - b)) pages.set(reason, [...(pages.get(reason) ?? []), index + 1]);
  const warnings = [...pages].slice(0, MAX_REASONS).map(([reason, numbers]): PdfWarning => {
    const named = numbers.length === 1 ? `Page ${String(numbers[0])} is a picture` : `Pages ${rangesOf(numbers)} are pictures`;
    const remedy = TRANSPARENCY.test(reason) ? ' Levels 2b and 3b keep transparency.' : '';
    return { code: 'PAGE_RASTERIZED', message: `${named} with invisible text. Reason: ${reason.replace(/\.$/, '')}.${remedy}` };
  });
  const rest = pages.size - MAX_REASONS;
  if (rest > 0) warnings.push({ code: 'PAGE_RASTERIZED', message: `Other pages are pictures for ${String(rest)} other reasons.` });
  return warnings;
}

/** As `1-3, 7`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? String(first) : `${String(first)}-${String(last)}`));
  const rest = texts.length - MAX_RANGES;
  return [...texts.slice(0, MAX_RANGES), ...(rest > 0 ? [`and ${String(rest)} more ranges`] : [])].join(', ');
}
