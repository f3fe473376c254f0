import { type FieldProblem, invalidFields } from '../../server/contract/index.ts';
import type { PageRule } from './compose/page-style.ts';
import type { PrintOptions, PrintPlan } from './contract.ts';
import { ENGINE_MARGIN, FORMATS, PX, SIDES, UNITS } from './paper.ts';

const MIN_PAPER = 0.5;
const MAX_PAPER = 200;
const DEFAULT_MARGIN = 0.5;

type Length = string | number;

/** Inches; the schema has checked the shape. */
function inches(length: Length): number {
  if (typeof length === 'number') return length / PX;
  const match = /^([\d.]+)([a-z]*)$/.exec(length);
  return Number(match?.[1] ?? NaN) / (UNITS[match?.[2] === '' ? 'px' : (match?.[2] ?? '')] ?? NaN);
}

function paperOf(options: PrintOptions, path: string, problems: FieldProblem[]): readonly [width: number, height: number] {
  const { format = 'A4', orientation } = options;
  const [width, height] = typeof format === 'string' ? FORMATS[format] : [inches(format.width), inches(format.height)];
  for (const [side, value] of [
    ['width', width],
    ['height', height],
  ] as const) {
    if (!(value >= MIN_PAPER && value <= MAX_PAPER)) {
      problems.push({ field: `${path}.format.${side}`, message: `must be ${String(MIN_PAPER)} to ${String(MAX_PAPER)} inches` });
    }
  }
  return orientation === 'landscape' ? [Math.max(width, height), Math.min(width, height)] : [width, height];
}

/** @param missing of a side that is left out where others are given */
function marginsOf(margin: PrintOptions['margin'], fallback: number | undefined, missing = fallback): readonly (number | undefined)[] {
  if (typeof margin === 'object') return SIDES.map((side) => (margin[side] === undefined ? missing : inches(margin[side])));
  return SIDES.map(() => (margin === undefined ? fallback : inches(margin)));
}

/** Chromium fills elements of this class with the time of printing. */
const SHOWS_TIME = /\bclass\s*=\s*(?:date\b|"[^"]*\bdate\b|'[^']*\bdate\b)/i;

/** How Chromium gets a header and a footer: it draws them at font size 0 and without the page's CSS; margins line them up with the text. */
export function withHeaderFooter(
  plan: PrintPlan,
  { header, footer }: { readonly header?: string | undefined; readonly footer?: string | undefined },
): PrintPlan {
  if (header === undefined && footer === undefined) return plan;
  const padding = `0 ${(plan.marginRight ?? ENGINE_MARGIN).toFixed(3)}in 0 ${(plan.marginLeft ?? ENGINE_MARGIN).toFixed(3)}in`;
  const framed = (html: string | undefined): string =>
    html === undefined
      ? '<span></span>'
      : `<div style="font-size:10px;width:100%;box-sizing:border-box;padding:${padding};-webkit-print-color-adjust:exact">${html}</div>`;
  return { ...plan, header: framed(header), footer: framed(footer) };
}

/**
 * Options to print parameters in inches.
 * @throws ValidationError naming every impossible length
 */
export function planPrint(options: PrintOptions, defaults: boolean, path: string): PrintPlan {
  const problems: FieldProblem[] = [];
  const [paperWidth, paperHeight] = paperOf(options, path, problems);
  const [top, right, bottom, left] = marginsOf(options.margin, defaults ? DEFAULT_MARGIN : undefined, DEFAULT_MARGIN);
  const across = (left ?? ENGINE_MARGIN) + (right ?? ENGINE_MARGIN);
  const down = (top ?? ENGINE_MARGIN) + (bottom ?? ENGINE_MARGIN);
  if (problems.length === 0 && (across >= paperWidth || down >= paperHeight)) {
    problems.push({ field: `${path}.margin`, message: 'leaves no room on the paper; make the margins smaller or the paper larger' });
  }
  const header = options.header || undefined;
  const footer = options.footer || undefined;
  if (problems.length > 0) throw invalidFields(problems);

  const printBackground = options.printBackground ?? (defaults ? true : undefined);
  const hasHeaderFooter = header !== undefined || footer !== undefined;
  return {
    paperWidth,
    paperHeight,
    ...(top === undefined ? {} : { marginTop: top }),
    ...(right === undefined ? {} : { marginRight: right }),
    ...(bottom === undefined ? {} : { marginBottom: bottom }),
    ...(left === undefined ? {} : { marginLeft: left }),
    ...(printBackground === undefined ? {} : { printBackground }),
    ...(options.fit === undefined ? {} : { fit: options.fit }),
    preferCSSPageSize: options.format === undefined && options.orientation === undefined,
    given: {
      format: options.format !== undefined,
      orientation: options.orientation,
      margins: marginsOf(options.margin, undefined, undefined),
    },
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
    ...(hasHeaderFooter ? { showsTime: SHOWS_TIME.test(`${header ?? ''} ${footer ?? ''}`) } : {}),
  };
}

/** The paper of a document that has a size of its own, as far as options leave it to it. */
export function onOwnPage(plan: PrintPlan, { hasSize, paper }: PageRule): PrintPlan {
  if (!hasSize) return plan;
  const [paperWidth, paperHeight] = paper ?? [plan.paperWidth, plan.paperHeight];
  return { ...plan, paperWidth, paperHeight, preferCSSPageSize: true };
}
