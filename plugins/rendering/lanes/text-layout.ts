import type { RenderWarning } from '../contract.ts';
import type { PageArea } from './page-area.ts';

/** What is looked for in a page, as far as its source can have it. */
export interface LayoutChecks {
  /** Boxes whose content may be wider than they are. */
  readonly across: boolean;
  /** Boxes whose content may be higher. */
  readonly down: boolean;
  /** Something may lie left of the page or above it. */
  readonly outside: boolean;
  /** Something may be drawn by way of a picture. */
  readonly pictures: boolean;
}

interface Finding {
  readonly path: string;
  readonly text: string;
  /** What cuts the text, or the text that it runs over. */
  readonly by: string;
}

/** What is drawn beyond the edge of the page. */
interface WideElement {
  readonly path: string;
  readonly mm: number;
}

/** What a page says of the places of its texts. */
export interface TextLayout {
  readonly clipped: readonly Finding[];
  readonly wide: readonly WideElement[];
  /** Text that is drawn as a picture, and by which property. */
  readonly pictures: readonly Finding[];
  /** Heads of tables that are higher than Chromium repeats them. */
  readonly highHeads: readonly WideElement[];
  readonly overlapping: readonly Finding[];
  /** There was more than is looked at. */
  readonly isPart: boolean;
}

export const ALL_CHECKS: LayoutChecks = { across: true, down: true, outside: true, pictures: true };

/** Scripts and stylesheets elsewhere may give a document any style; only what lies outside is rarely theirs. */
export function scriptedChecksOf(html: string): LayoutChecks {
  return {
    across: true,
    down: true,
    outside: OUTSIDE.test(html) || /<link|@import/i.test(html),
    pictures: PICTURES.test(html) || /<link|@import/i.test(html),
  };
}
const MAX_ELEMENTS = 20_000;
/** Chromium prints a document that is wider than the page smaller, down to two thirds. */
const MOST_SHRUNK = 1.5;

const ACROSS = /overflow(?!-wrap|-anchor)|nowrap|table-layout|clip|contain\s*:|white-space\s*:\s*pre|<pre|<textarea|<nobr/i;
const DOWN =
  /overflow(?!-wrap|-anchor)|(?<![\w-])(?:max-)?(?:height|block-size)\s*:|clip|clamp|contain\s*:|margin[\w-]*\s*:[^;"'}]*-[\d.]|grid-(?:template|auto)-rows|line-height\s*:\s*0|<textarea/i;
const OUTSIDE = /(?:left|right|top|bottom|inset|margin|indent|translate|transform|matrix)[^;"'}]{0,40}-\s*[\d.]/i;

const PICTURES = /filter\s*:|perspective|matrix3d/i;

/** Any doubt says true; undefined for a document that can have none. It is read from the source, as asking every element takes longer. */
export function layoutChecksOf(html: string): LayoutChecks | undefined {
  const checks = { across: ACROSS.test(html), down: DOWN.test(html), outside: OUTSIDE.test(html), pictures: PICTURES.test(html) };
  return Object.values(checks).includes(true) ? checks : undefined;
}

/**
 * Finds text that its box or the page cuts off, and text that runs out of its box over another text. It runs in a world
 * of ours or on a page without scripts, once the document is laid out for print, and changes nothing. Properties are asked
 * of the prototypes, as the names of a form's fields hide its own. Text that is hidden on purpose is left alone: boxes of a
 * pixel or two, text far outside, text that is transparent or not visible, and characters that fonts of icons use.
 */
const READ_LAYOUT = `(checks, page) => {
  const getter = (type, name) => { const { get } = Object.getOwnPropertyDescriptor(type.prototype, name); return (from) => get.call(from); };
  const [scrollWidth, clientWidth, scrollHeight, clientHeight, clientLeft, clientTop] =
    ['scrollWidth', 'clientWidth', 'scrollHeight', 'clientHeight', 'clientLeft', 'clientTop'].map((name) => getter(Element, name));
  const [parentNode, next, previous] = [getter(Node, 'parentNode'), getter(Element, 'nextElementSibling'), getter(Element, 'previousElementSibling')];
  const rectOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const root = getter(Document, 'documentElement')(document);
  const body = getter(Document, 'body')(document);
  const result = { clipped: [], wide: [], pictures: [], highHeads: [], overlapping: [], isPart: false };
  if (!(root instanceof HTMLElement) || !(body instanceof HTMLElement)) return result;
  const most = page.width;
  const isPast = Math.max(scrollWidth(root), scrollWidth(body)) > most + 2;

  const MAX_FOUND = 20;
  let textsLeft = 20000;
  const range = document.createRange();
  const told = new Set();
  const short = (text) => { const plain = text.trim().replace(/\\s+/g, ' '); return plain.length > 200 ? plain.slice(0, 199) + '…' : plain; };
  const step = (element) => {
    const tag = element.localName, id = Element.prototype.getAttribute.call(element, 'id');
    if (id && /^[\\w-]{1,40}$/.test(id)) return tag + '#' + id;
    const [name] = getter(Element, 'classList')(element);
    let place = 1, alike = 0;
    for (let other = previous(element); other && place < 10000; other = previous(other)) { place++; if (other.localName === tag) alike++; }
    for (let other = next(element), n = 0; other && alike === 0 && n < 50; other = next(other), n++) if (other.localName === tag) alike++;
    return tag + (name && /^[\\w-]{1,40}$/.test(name) ? '.' + name : '') + (alike > 0 ? ':nth-child(' + place + ')' : '');
  };
  const pathOf = (element) => {
    const steps = [];
    for (let e = element; e instanceof Element && e !== body && steps.length < 8; e = parentNode(e)) {
      const own = step(e);
      steps.unshift(own);
      if (own.includes('#')) break;
    }
    return steps.join(' > ').slice(-300) || 'body';
  };
  const tell = (list, node, box, by) => {
    if (told.has(node) || list.length >= MAX_FOUND) return;
    told.add(node);
    list.push({ path: pathOf(box), text: short(node.data), by });
  };
  /** Letters that are seen; undefined for the others. */
  const textsOf = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node; (node = walker.nextNode());) {
      if (!/[^\\s\\p{Co}\\p{Cf}\\p{Cc}]/u.test(node.data)) continue;
      if (textsLeft-- <= 0) { result.isPart = true; break; }
      texts.push(node);
    }
    return texts;
  };
  const rectsOf = (node) => { range.selectNodeContents(node); return [...range.getClientRects()].filter((r) => r.width > 0 && r.height > 0).slice(0, 1000); };
  const isSeen = (node) => {
    const holder = parentNode(node);
    if (!(holder instanceof Element) || holder.localName === 'option') return false;
    if (!Element.prototype.checkVisibility.call(holder, { opacityProperty: true, visibilityProperty: true })) return false;
    const style = getComputedStyle(holder);
    return parseFloat(style.fontSize) >= 1 && !/^(transparent|rgba\\(.*, 0\\))$/.test(style.webkitTextFillColor || style.color);
  };
  /** Something between a text and a box around it hides it on purpose, or is placed by another box. */
  const isApart = (node, box) => {
    const boxStyle = box ? getComputedStyle(box) : undefined;
    const holds = box === undefined || boxStyle.position !== 'static' || boxStyle.transform !== 'none' || boxStyle.contain !== 'none';
    for (let e = parentNode(node); e instanceof Element && e !== body; e = parentNode(e)) {
      const style = getComputedStyle(e);
      if (e === box) return false;
      if (style.clip !== 'auto' || /^(inset|circle|rect|polygon)/.test(style.clipPath)) return true;
      if (style.overflowX !== 'visible' && (clientWidth(e) <= 2 || clientHeight(e) <= 2) && style.display !== 'inline') return true;
      if (!holds && /^(absolute|fixed)$/.test(style.position)) return true;
    }
    return false;
  };

  /** Placed wholly outside the page, on purpose. */
  const isOffPage = (node) => {
    for (let e = node instanceof Element ? node : parentNode(node); e instanceof Element && e !== body; e = parentNode(e))
      if (rectOf(e).left >= most && /^(absolute|fixed)$/.test(getComputedStyle(e).position)) return true;
    return false;
  };
  const DRAWN = /^(img|svg|canvas|video|iframe|object|embed|hr|input|select|button|meter|progress)$/;
  const isDrawn = (element, style) => style.visibility === 'visible' && parseFloat(style.opacity) > 0 && (DRAWN.test(element.localName)
    || style.backgroundImage !== 'none' || !/^(transparent|rgba\\(.*, 0\\))$/.test(style.backgroundColor) || style.boxShadow !== 'none'
    || (style.borderRightStyle !== 'none' && parseFloat(style.borderRightWidth) > 0));
  if (checks.pictures) {
    const isSeenInDepth = (element, { transform }) => {
      const around = parentNode(element);
      if (!transform.startsWith('matrix3d')) return false;
      const { m14, m24, m34, m44 } = new DOMMatrix(transform);
      return m14 !== 0 || m24 !== 0 || m34 !== 0 || m44 !== 1 || (around instanceof Element && getComputedStyle(around).perspective !== 'none');
    };
    for (const element of [...Document.prototype.querySelectorAll.call(document, 'body, body *')].slice(0, ${String(MAX_ELEMENTS)})) {
      const style = getComputedStyle(element);
      const cause = style.filter !== 'none' ? 'filter' : isSeenInDepth(element, style) ? 'perspective' : undefined;
      const node = cause && result.pictures.length < MAX_FOUND ? textsOf(element).find(isSeen) : undefined;
      if (node && !told.has(node)) tell(result.pictures, node, element, cause);
    }
    told.clear();
  }
  const mm = (pixels) => Math.round(pixels * 254 / 96) / 10;
  const isTall = (head) => rectOf(head).height > page.height / 4 && rectOf(Element.prototype.closest.call(head, 'table') ?? head).height > page.height;
  for (const head of Document.prototype.querySelectorAll.call(document, 'thead'))
    if (result.highHeads.length < MAX_FOUND && isTall(head)) result.highHeads.push({ path: pathOf(head), mm: mm(rectOf(head).height) });

  const checkClip = (element, style) => {
    const width = clientWidth(element), height = clientHeight(element), outer = rectOf(element);
    if (width <= 2 || height <= 2 || style.clip !== 'auto' || style.clipPath !== 'none') return;
    if (Math.abs(outer.width - element.offsetWidth) > 1 || Math.abs(outer.height - element.offsetHeight) > 1) return; // turned or scaled
    const left = outer.left + clientLeft(element), top = outer.top + clientTop(element), right = left + width, bottom = top + height;
    const cutsAcross = style.overflowX !== 'visible', cutsDown = style.overflowY !== 'visible';
    for (const node of textsOf(element)) {
      const isCut = rectsOf(node).some((r) => {
        const aside = Math.max(2, r.height * 0.2), above = r.height * 0.3;
        if (r.right < left - 200 || r.bottom < top - 200) return false;
        return (cutsAcross && (r.right - right > aside || left - r.left > aside)) || (cutsDown && (r.bottom - bottom > above || top - r.top > above));
      });
      if (isCut && isSeen(node) && !isApart(node, element)) { tell(result.clipped, node, element, 'its box'); return; }
    }
  };
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.35;
  /** Looks among what stands beside a box, and beside those around it. */
  const checkSpill = (element) => {
    const own = rectOf(element);
    for (const node of textsOf(element)) {
      const spilled = rectsOf(node).filter((r) => r.right - own.right > 3 || own.left - r.left > 3 || r.bottom - own.bottom > r.height * 0.35);
      if (spilled.length === 0 || told.has(node) || !isSeen(node) || isApart(node, element)) continue;
      let around = element;
      for (let level = 0; level < 3 && around instanceof Element && around !== body; level++, around = parentNode(around)) {
        for (const toward of [next, previous]) {
          for (let other = toward(around), n = 0; other && n < 8; other = toward(other), n++) {
            if (!(other instanceof HTMLElement)) continue;
            const where = rectOf(other);
            if (!spilled.some((r) => r.right > where.left && r.left < where.right && r.bottom > where.top && r.top < where.bottom)) continue;
            const style = getComputedStyle(other);
            if (/^(absolute|fixed)$/.test(style.position) || style.transform !== 'none') continue;
            const under = textsOf(other).find((text) => rectsOf(text).some((r) => spilled.some((s) => meets(r, s))) && isSeen(text) && !isApart(text));
            if (under) { tell(result.overlapping, node, element, short(under.data).slice(0, 80)); return; }
          }
        }
      }
    }
  };

  if (checks.across || checks.down) {
    const all = Document.prototype.querySelectorAll.call(document, 'body, body *');
    if (all.length > ${String(MAX_ELEMENTS)}) result.isPart = true;
    const rootClips = getComputedStyle(root).overflowX !== 'visible';
    let boxes = 0;
    for (let i = 0; i < all.length && i < ${String(MAX_ELEMENTS)}; i++) {
      const element = all[i];
      const width = clientWidth(element);
      if (width === 0) continue;
      if (scrollWidth(element) - width <= 1 && (!checks.down || scrollHeight(element) - clientHeight(element) <= 1)) continue;
      if (!(element instanceof HTMLElement) || (element === body && !rootClips) || /^(input|select|option|button)$/.test(element.localName)) continue;
      if (++boxes > 500 || result.clipped.length >= MAX_FOUND) { result.isPart ||= boxes > 500; break; }
      const style = getComputedStyle(element);
      if (element.localName === 'textarea') {
        const value = getter(HTMLTextAreaElement, 'value')(element);
        if (value.trim() !== '' && scrollHeight(element) - clientHeight(element) > 5) tell(result.clipped, { data: value }, element, 'its box');
      } else if (style.overflowX !== 'visible' || style.overflowY !== 'visible') checkClip(element, style);
      else if (style.position !== 'absolute' && style.position !== 'fixed' && result.overlapping.length < MAX_FOUND) checkSpill(element);
    }
  }
  if (checks.outside || isPast) {
    for (const node of textsOf(body)) {
      const isCut = rectsOf(node).some((r) => (r.left < -2 && r.right > -100) || r.right > most + 2 || (r.top < -r.height * 0.3 && r.bottom > -100));
      if (isCut && isSeen(node) && !isApart(node) && !isOffPage(node)) tell(result.clipped, node, parentNode(node), 'the edge of the page');
    }
  }
  if (isPast) {
    // The outermost of what is drawn: its parts have no room either.
    const beyond = new Set();
    for (const element of [...Document.prototype.querySelectorAll.call(document, 'body, body *')].slice(0, ${String(MAX_ELEMENTS)})) {
      const { right, width, height } = rectOf(element);
      if (beyond.has(parentNode(element))) { beyond.add(element); continue; }
      if (right <= most + 2 || width === 0 || height === 0 || !isDrawn(element, getComputedStyle(element)) || isApart(element) || isOffPage(element)) continue;
      beyond.add(element);
      const whole = /^t[dhr]$/.test(element.localName) ? (Element.prototype.closest.call(element, 'table') ?? element) : element;
      if (whole === body || told.has(whole) || result.wide.length >= MAX_FOUND) continue;
      told.add(whole);
      result.wide.push({ path: pathOf(whole), mm: mm(rectOf(whole).right - most) });
    }
  }
  return result;
}`;

/**
 * Whether there is anything to look at: short, as it is read of every document and most have nothing. Forms are left out,
 * as the names of their fields hide properties, and what has no box of its own.
 */
const READ_ROOM = `(checks, page) => {
  const [root, body] = ['documentElement', 'body'].map((name) => Object.getOwnPropertyDescriptor(Document.prototype, name).get.call(document));
  const width = root && body ? Math.max(root.scrollWidth, body.scrollWidth) : 0;
  const heightOf = (e) => e === null ? 0 : Element.prototype.getBoundingClientRect.call(e).height;
  for (const head of Document.prototype.querySelectorAll.call(document, 'thead'))
    if (heightOf(head) > page.height / 4 && heightOf(Element.prototype.closest.call(head, 'table')) > page.height) return { width, isSuspect: true, isPart: false };
  if (!checks) return { width, isSuspect: false, isPart: false };
  if (checks.pictures) return { width, isSuspect: true, isPart: false };
  const all = Document.prototype.querySelectorAll.call(document, 'body,body :not(form,tr,tbody,thead,b,strong,br)');
  let left = ${String(MAX_ELEMENTS)};
  for (const e of all) {
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 2) return { width, isSuspect: true, isPart: false };
    if (checks.down && e.scrollHeight > e.clientHeight + 3 && e.clientHeight > 2) return { width, isSuspect: true, isPart: false };
    if (checks.outside) { const r = e.getBoundingClientRect(); if (r.left < -2 || r.top < -2) return { width, isSuspect: true, isPart: false }; }
    if (--left === 0) return { width, isSuspect: false, isPart: true };
  }
  return { width, isSuspect: false, isPart: false };
}`;

/** What is asked of a page before it prints. */
export interface TextRoom {
  /** Of all that the document holds, in CSS pixels. */
  readonly width: number;
  /** Some box has more in it than it has room for. */
  readonly isSuspect: boolean;
  /** There was more than is looked at. */
  readonly isPart: boolean;
}

export const readRoom = (checks: LayoutChecks | undefined, { width, height }: PageArea): string =>
  `(${READ_ROOM})(${checks === undefined ? 'undefined' : JSON.stringify(checks)}, ${JSON.stringify({ width, height })})`;

/** A document that cannot be looked at, such as one without a body of HTML, says so and prints. */
export const NOT_CHECKED: TextLayout = { clipped: [], wide: [], pictures: [], highHeads: [], overlapping: [], isPart: true };

export const readLayout = (checks: LayoutChecks, { width, height }: PageArea): string =>
  `(() => { try { return (${READ_LAYOUT})(${JSON.stringify(checks)}, ${JSON.stringify({ width, height })}) } catch { return ${JSON.stringify(NOT_CHECKED)} } })()`;

/** How wide a document is laid out for print that is wider than its page; undefined where the page is wide enough. */
export function widerArea({ width, height }: PageArea, room: TextRoom): PageArea | undefined {
  if (room.width <= width + 1) return undefined;
  const wider = Math.min(room.width, Math.floor(width * MOST_SHRUNK));
  return { width: wider, height: Math.round((height * wider) / width) };
}

export function layoutWarnings({ clipped, wide, pictures, highHeads, overlapping, isPart }: TextLayout): RenderWarning[] {
  return [
    ...wide.map(({ path, mm }): RenderWarning => ({
      code: 'CONTENT_TOO_WIDE',
      message: `${path} is ${String(mm)} mm wider than the page and is cut off at its edge.`,
      subject: path,
    })),
    ...pictures.map(({ path, text, by }): RenderWarning => ({
      code: 'TEXT_AS_PICTURE',
      message: `The text “${text}” is drawn as a picture, which cannot be searched or copied, because of ${by} at ${path}.`,
      subject: path,
      text,
    })),
    ...highHeads.map(({ path, mm }): RenderWarning => ({
      code: 'TABLE_HEAD_NOT_REPEATED',
      message: `The table head at ${path} is ${String(mm)} mm high, more than a quarter of the page: it is printed once, not on every page.`,
      subject: path,
    })),
    ...clipped.map(({ path, text, by }): RenderWarning => ({
      code: 'TEXT_CLIPPED',
      message: `The text “${text}” is cut off by ${by}, at ${path}.`,
      subject: path,
      text,
    })),
    ...overlapping.map(({ path, text, by }): RenderWarning => ({
      code: 'OVERLAPPING_TEXT',
      message: `The text “${text}” runs over “${by}”, at ${path}.`,
      subject: path,
      text,
    })),
    ...(isPart
      ? [
          {
            code: 'LAYOUT_NOT_CHECKED',
            message: `The document is too large to look everywhere for text that is cut off or overlaps; its first ${String(MAX_ELEMENTS)} elements or less were checked.`,
          } satisfies RenderWarning,
        ]
      : []),
  ];
}
