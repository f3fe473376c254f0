import type { GivenPage, RenderWarning } from '../contract.ts';
import { FORMATS, type Orientation, oriented, SIDES, UNITS } from '../paper.ts';

const MAX_RULES = 20;
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, [width, height]]) => [name.toLowerCase(), [width, height] as const])),
  a3: [11.693, 16.535],
  a5: [5.827, 8.268],
  a6: [4.134, 5.827],
  b4: [9.843, 13.898],
  b5: [6.929, 9.843],
  ledger: [11, 17],
};

export interface PageStyle {
  size?: readonly [number, number];
  /** In words beside the size. */
  orientation?: Orientation;
  readonly margins: [top: number | undefined, right: number | undefined, bottom: number | undefined, left: number | undefined];
}

/** Inches; undefined for what is no plain length, such as `auto` or `calc()`. */
function inches(length: string): number | undefined {
  const [, number = '', unit = ''] = /^([\d.]+)([a-z]*)$/.exec(length) ?? [];
  const perInch = unit === '' && Number(number) === 0 ? 1 : UNITS[unit];
  return number === '' || perInch === undefined ? undefined : Number(number) / perInch;
}

function sizeOf(value: string): readonly [number, number] | undefined {
  const words = value.split(/\s+/);
  const isLandscape = words.includes('landscape');
  const lengths = words.map(inches).filter((length) => length !== undefined);
  const [width, height = width] = lengths;
  const size = words.map((word) => SIZES[word]).find((known) => known !== undefined) ?? (isLandscape ? SIZES['a4'] : undefined);
  if (width !== undefined && height !== undefined) return [width, height];
  return size === undefined || !isLandscape ? size : [size[1], size[0]];
}

function read(style: PageStyle, declaration: string): void {
  const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^!]*)/.exec(declaration) ?? [];
  if (name === 'size') {
    const size = sizeOf(value.trim());
    if (size !== undefined) style.size = size;
    const [word] = /\b(?:portrait|landscape)\b/.exec(value) ?? [];
    if (word === 'portrait' || word === 'landscape') style.orientation = word;
    else delete style.orientation;
  } else if (name === 'margin') {
    const [top, right = top, bottom = top, left = right] = value.trim().split(/\s+/).map(inches);
    style.margins.splice(0, 4, top, right, bottom, left);
  } else if (name.startsWith('margin-')) {
    const side = SIDES.findIndex((one) => name === `margin-${one}`);
    if (side !== -1) style.margins[side] = inches(value.trim());
  }
}

const emptyStyle = (): PageStyle => ({ margins: [undefined, undefined, undefined, undefined] });

/** @param body of a rule, between its braces, with its margin boxes */
function readAll(style: PageStyle, body: string): void {
  const declarations = body.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[\w-]+\s*\{[^{}]*\}/g, ';');
  for (const declaration of declarations.toLowerCase().split(';')) read(style, declaration);
}

/** What the `@page` rules for all pages say, the last one last; those for the first or for named pages are left out. */
export function pageStyleOf(html: string): PageStyle {
  const style = emptyStyle();
  let rules = 0;
  for (let at = html.indexOf('@page'); at !== -1 && rules < MAX_RULES; at = html.indexOf('@page', at + 5), rules++) {
    const [, head] = /^@page\s*\{((?:[^{}]|\{[^{}]*\})*)\}/.exec(html.slice(at, at + 5000)) ?? [];
    readAll(style, head ?? '');
  }
  return style;
}

/** A document's own page size or margin, for all pages or for some. */
const OWN_SIZE = /@page[^{}]*\{[^{}]*\bsize\s*:/i;
const INSISTS = /@page[^{}]*\{[^{}]*!\s*important/i;
/** With its margin boxes; `<` would end the sheet that it is repeated in. */
const NAMED_RULE = /@page\s*[\w:-][^{}<]{0,100}\{(?:[^{}<]|\{[^{}<]*\}){0,5000}\}/gi;
const NAMED_SIZE = /@page\s*[\w:-][^{}<]{0,100}\{[^{}<]*\bsize\s*:/i;
const OWN_MARGIN = /@page[^{}]*\{[^{}]*\bmargin/i;

interface NamedPage {
  /** As in `@page wide` or `@page :first`. */
  readonly name: string;
  readonly style: PageStyle;
}

/** The rules for some pages only, those left out whose name no element asks for. */
export const namedPagesOf = (html: string): readonly NamedPage[] =>
  [...html.matchAll(NAMED_RULE)].slice(0, MAX_RULES).flatMap(([rule]) => {
    const [head = '', ...body] = rule.split('{');
    const name = head.slice('@page'.length).trim();
    const [identifier = ''] = /^[\w-]*/.exec(name) ?? [];
    if (identifier !== '' && !new RegExp(`\\bpage\\s*:\\s*${identifier}\\b`).test(html)) return [];
    const style = emptyStyle();
    readAll(style, body.join('{').replace(/\}$/, ''));
    return [{ name, style }];
  });

/** Whether some pages have a size of their own: what is too wide for the others may fit them. */
export const hasNamedSizes = (html: string): boolean => NAMED_SIZE.test(html);

/** What stands at the end of a document, where it wins over its own rules for all pages; named pages keep theirs. */
export interface PageRule {
  /** CSS; empty where nothing has to be overruled. */
  readonly css: string;
  /** Inches of the paper; undefined where options decide. */
  readonly paper?: readonly [width: number, height: number] | undefined;
  /** The document has sizes of its own, which count. */
  readonly hasSize: boolean;
}

/**
 * The rule by which what was asked for wins over `@page`, for that very property and only for it: an orientation turns the size of the
 * document, a format keeps its orientation, a margin replaces one side.
 */
export function pageRuleOf(html: string, paper: readonly [number, number], { format, orientation, margins }: GivenPage): PageRule {
  const hasSize = OWN_SIZE.test(html);
  const declarations: string[] = [];
  let asked: readonly [number, number] | undefined;
  if (hasSize && (format || orientation !== undefined)) {
    const { size, orientation: own } = pageStyleOf(html);
    const wanted = orientation ?? own;
    const base = format ? paper : (size ?? paper);
    asked = wanted === undefined ? base : oriented(base, wanted);
    declarations.push(`size:${String(asked[0])}in ${String(asked[1])}in`);
  }
  if (OWN_MARGIN.test(html)) {
    for (const [index, margin] of margins.entries())
      if (margin !== undefined) declarations.push(`margin-${SIDES[index] ?? ''}:${String(margin)}in`);
  }
  if (declarations.length === 0) return { css: '', paper: asked, hasSize };
  // Chromium lets rules of a later sheet win over those of named pages in an earlier one.
  const named = [...html.matchAll(NAMED_RULE)].slice(0, MAX_RULES).map(([rule]) => rule);
  const weight = INSISTS.test(html) ? '!important' : '';
  return {
    css: `@page{${declarations.map((one) => one + weight).join(';')}}${named.join('')}`,
    paper: asked,
    hasSize,
  };
}

const PAGE_RULES = /@page[^{}]*\{(?:[^{}]|\{[^{}]*\})*\}/gi;
const PAGE_COUNTER = /content\s*:[^;{}]*\bcounters?\(\s*(pages?)\b/i;
const OWN_COUNTER = /counter-(?:reset|set|increment)\s*:[^;{}]*\bpages?\b/i;

/** Chromium counts pages in the margin boxes of `@page` alone; elsewhere the number is 0. */
export function counterWarnings(html: string): RenderWarning[] {
  if (!PAGE_COUNTER.test(html) || OWN_COUNTER.test(html)) return [];
  const [, name] = PAGE_COUNTER.exec(html.replace(PAGE_RULES, '')) ?? [];
  if (name === undefined) return [];
  const message = `counter(${name}) prints 0 outside the margin boxes of @page. Use a box such as @page { @bottom-center { content: counter(${name}) } }, or {{pageNumber}} and {{totalPages}} in options.footer.`;
  return [{ code: 'PAGE_COUNTER', message, subject: `counter(${name})` }];
}
