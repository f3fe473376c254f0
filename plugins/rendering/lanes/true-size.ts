import type { PrintPlan, RenderWarning } from '../contract.ts';
import { hasNamedSizes } from '../compose/page-style.ts';
import type { PageArea } from './page-area.ts';
import { drawnScale } from './pdf-objects.ts';
import { type LayoutChecks, layoutWarnings, readLayout, type TextLayout, type TextRoom, widerArea } from './text-layout.ts';
import type { Evaluate } from './isolated-world.ts';

/**
 * Keeps what is wider than the page from making all of the document smaller: Chromium lays a document out anew, and draws it at two thirds at
 * least, where anything reaches beyond a page. What the body holds is cut at the edge of the page instead, and what lies wholly outside is
 * left out. Something that is placed by the page itself and reaches beyond its edge cannot be cut so; then the document is still drawn smaller.
 */
const KEEP_TRUE_SIZE = `(width) => {
  const getter = (type, name) => { const { get } = Object.getOwnPropertyDescriptor(type.prototype, name); return (from) => get.call(from); };
  const [root, body] = ['documentElement', 'body'].map((name) => getter(Document, name)(document));
  if (!(root instanceof HTMLElement) || !(body instanceof HTMLElement)) return;
  const styleOf = getter(HTMLElement, 'style');
  const set = (element, styles) => { for (const [name, value] of Object.entries(styles)) styleOf(element).setProperty(name, value, 'important'); };
  const rectOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const within = (element) => Element.prototype.querySelectorAll.call(element, '*');
  const all = [...within(body)].slice(0, 20000);
  for (const element of all) {
    const { left, width: own } = rectOf(element);
    if (left < width || own === 0 || !(element instanceof HTMLElement) || getComputedStyle(element).position !== 'absolute') continue;
    if ([...within(element)].slice(0, 1000).every((inner) => rectOf(inner).left >= width)) set(element, { display: 'none' });
  }
  const [ofRoot, ofBody] = [getComputedStyle(root), getComputedStyle(body)];
  const isClear = ({ backgroundColor, backgroundImage }) => backgroundImage === 'none' && /^(transparent|rgba\\(.*, 0\\))$/.test(backgroundColor);
  if (rectOf(body).right > width + 1) {
    // What is fixed would no longer be on every page.
    if (all.some((element) => getComputedStyle(element).position === 'fixed')) return;
    if (isClear(ofRoot)) {
      const names = ['color', 'image', 'size', 'position', 'repeat', 'attachment', 'clip', 'origin'].map((name) => 'background-' + name);
      set(root, Object.fromEntries(names.map((name) => [name, ofBody.getPropertyValue(name)])));
      set(body, { background: 'none' });
    }
    set(root, { contain: 'paint' });
    return;
  }
  const isPlain = (style) => style.overflowX === 'visible' && style.overflowY === 'visible';
  const [left, right] = [parseFloat(ofBody.marginLeft), parseFloat(ofBody.marginRight)];
  const reachesEdges = ofBody.position === 'static' && ofBody.transform === 'none' && isClear(ofRoot)
    && [ofBody.borderLeftWidth, ofBody.borderRightWidth].every((border) => parseFloat(border) === 0)
    && left >= 0 && right >= 0 && Math.abs(rectOf(body).width + left + right - rectOf(root).width) < 1;
  // The body would be cut within its own margins.
  if (reachesEdges) {
    set(body, { 'padding-left': parseFloat(ofBody.paddingLeft) + left + 'px', 'padding-right': parseFloat(ofBody.paddingRight) + right + 'px' });
    set(body, { 'margin-left': '0', 'margin-right': '0', ...(ofBody.boxSizing === 'border-box' ? { width: 'auto' } : {}) });
  }
  // How the root overflows is how the viewport does, which is not cut on paper; without it, that of the body would be taken.
  if (isPlain(ofRoot)) { set(root, { 'overflow-x': 'hidden' }); set(body, { 'overflow-x': 'clip', 'overflow-y': 'visible' }); }
  else if (ofBody.overflowX === 'visible') set(body, { 'overflow-x': 'clip' });
}`;

/** Whether a document that is wider than its page is to be cut rather than drawn smaller. */
export const keepsSize = ({ fit }: Pick<PrintPlan, 'fit'>, html: string, area: PageArea, room: TextRoom): boolean =>
  fit !== 'shrink' && widerArea(area, room) !== undefined && !hasNamedSizes(html);

/** Prepares a document for being drawn at its size; what of it has no room is told. The page must be as wide as the paper has room. */
export async function keepTrueSize(evaluate: Evaluate, checks: LayoutChecks, area: PageArea): Promise<RenderWarning[]> {
  const warnings = layoutWarnings((await evaluate(readLayout(checks, area))) as TextLayout);
  await evaluate(`(${KEEP_TRUE_SIZE})(${String(area.width)})`);
  return warnings;
}

/** Says how much smaller a document was drawn, whatever was done against it. */
export function shrinkWarnings(pdf: Buffer): RenderWarning[] {
  const percent = Math.round(drawnScale(pdf) * 100);
  if (percent >= 100) return [];
  const message = `Everything is drawn at ${String(percent)} % of its size, as something that is placed by the page reaches beyond its edge.`;
  return [{ code: 'CONTENT_TOO_WIDE', message }];
}
