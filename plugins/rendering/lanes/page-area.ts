import type { PrintPlan } from '../contract.ts';
import { ENGINE_MARGIN, FORMATS, UNITS } from '../page-options.ts';

/** CSS pixels of what a page has room for. */
export interface PageArea {
  readonly width: number;
  readonly height: number;
}

const PX_PER_INCH = 96;
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

interface PageStyle {
  size?: readonly [number, number];
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
  } else if (name === 'margin') {
    const [top, right = top, bottom = top, left = right] = value.trim().split(/\s+/).map(inches);
    style.margins.splice(0, 4, top, right, bottom, left);
  } else if (name.startsWith('margin-')) {
    const side = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'].indexOf(name);
    if (side !== -1) style.margins[side] = inches(value.trim());
  }
}

/** What the `@page` rules for all pages say, the last one last; those for the first or for named pages are left out. */
function pageStyleOf(html: string): PageStyle {
  const style: PageStyle = { margins: [undefined, undefined, undefined, undefined] };
  let rules = 0;
  for (let at = html.indexOf('@page'); at !== -1 && rules < MAX_RULES; at = html.indexOf('@page', at + 5), rules++) {
    const [, head] = /^@page\s*\{((?:[^{}]|\{[^{}]*\})*)\}/.exec(html.slice(at, at + 5000)) ?? [];
    const declarations = (head ?? '').replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[\w-]+\s*\{[^{}]*\}/g, ';');
    for (const declaration of declarations.toLowerCase().split(';')) read(style, declaration);
  }
  return style;
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

const pixels = (length: number): number => Math.max(1, Math.round(length * PX_PER_INCH));
