import type { CdpPage } from '../chromium/browser.ts';
import { namedPagesOf } from '../compose/page-style.ts';
import type { PrintPlan, RenderWarning } from '../contract.ts';
import type { Evaluate } from './isolated-world.ts';
import { marginsOf } from './page-area.ts';

const PX_PER_INCH = 96;
const MM_PER_PX = 25.4 / PX_PER_INCH;
/** What Chromium leaves between a header and the edge of the paper: 0.4 cm. */
const EDGE_PX = (0.4 / 2.54) * PX_PER_INCH;
/** Lengths are rounded to pixels on the way. */
const TOLERANCE_PX = 1;
const MAX_KEPT = 200;
const PIECES = [
  { name: 'header', side: 'top', index: 0 },
  { name: 'footer', side: 'bottom', index: 2 },
] as const;

/** How high headers and footers are, by their text and the width of the paper: those of a batch are often alike. */
const heights = new Map<string, readonly number[]>();

/**
 * Warns of a header or footer that has no room in its margin, where it covers the text. The page must have printed: its document is
 * replaced.
 */
export async function headerWarnings(page: CdpPage, evaluate: Evaluate, plan: PrintPlan, html: string): Promise<RenderWarning[]> {
  if (plan.header === undefined || plan.footer === undefined) return [];
  const margins = marginsOf(plan, html);
  const named = namedPagesOf(html);
  const found = await measure(page, evaluate, plan.header, plan.footer, plan.paperWidth);
  return PIECES.flatMap(({ name, side, index }): RenderWarning[] => {
    const height = found[index / 2] ?? 0;
    if (height === 0) return [];
    const isLow = (inches: number | undefined): inches is number =>
      inches !== undefined && height + EDGE_PX > inches * PX_PER_INCH + TOLERANCE_PX;
    const needed = `${String(Math.ceil((height + EDGE_PX) * MM_PER_PX))}mm`;
    const warning = (whose: string, inches: number, remedy: string): RenderWarning[] => {
      const sizes = `is ${(height * MM_PER_PX).toFixed(1)} mm high and begins 4 mm from the edge, and the ${side} margin${whose} is ${(inches * 25.4).toFixed(1)} mm`;
      return [{ code: 'HEADER_OVERFLOW', message: `options.${name} ${sizes}: it covers the text. ${remedy}`, subject: `options.${name}` }];
    };
    const margin = margins[index] ?? 0;
    if (isLow(margin)) return warning('', margin, `Set options.margin.${side} to ${needed} or more.`);
    for (const { name: page, style } of named) {
      const own = style.margins[index];
      if (isLow(own)) return warning(` of @page ${page}`, own, `Set its margin-${side} to ${needed} or more.`);
    }
    return [];
  });
}

async function measure(page: CdpPage, evaluate: Evaluate, header: string, footer: string, paperWidth: number): Promise<readonly number[]> {
  const width = Math.round(paperWidth * PX_PER_INCH);
  const key = `${String(width)} ${header}\0${footer}`;
  const known = heights.get(key);
  if (known !== undefined) return known;
  const piece = (content: string): string => `<div class="platen" style="width:${String(width)}px;display:flow-root">${content}</div>`;
  const html = `<!DOCTYPE html><style>body{margin:0;font-size:0}</style>${piece(header)}${piece(footer)}`;
  await page.send('Page.setDocumentContent', { frameId: page.targetId, html });
  const found = (await evaluate(READ_HEIGHTS)) as number[];
  if (heights.size >= MAX_KEPT) heights.clear();
  if (key.length < MAX_KEY) heights.set(key, found);
  return found;
}

/** Characters of a key that is worth keeping. */
const MAX_KEY = 20_000;

/** A picture in it has no height before it is there; one that cannot be read has none. */
const READ_HEIGHTS = `Promise.allSettled([...document.images].map((image) => image.decode())).then(() =>
  [...document.querySelectorAll('.platen')].map((piece) => piece.getBoundingClientRect().height))`;
