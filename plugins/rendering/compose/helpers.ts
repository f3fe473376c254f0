import { createRequire } from 'node:module';
import Handlebars from 'handlebars';
import { Formats } from './formats.ts';

export interface Call {
  readonly formats: Formats;
  readonly hash: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A helper was called with what it cannot work with; says so in words for a template's author. */
export class HelperRefused extends Error {
  readonly helper: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(helper: string, reason: string, location: hbs.AST.Position | undefined) {
    super(reason);
    this.name = 'HelperRefused';
    this.helper = helper;
    this.line = location?.line;
    this.column = location === undefined ? undefined : location.column + 1;
  }
}

/** Thrown by a helper; its message is ours. */
class WrongArgument extends Error {}

type Helper = (args: readonly unknown[], call: Call) => unknown;

/** What the use of a variable says about its values. */
type ArgumentKind = 'number' | 'date' | 'array' | 'boolean';

export interface HelperSpec {
  readonly run: Helper;
  /** Its arguments, as a template's author writes them. */
  readonly args: string;
  /** The kinds of its arguments in order, or one kind for all. */
  readonly kinds?: ArgumentKind | readonly ArgumentKind[];
  /** Arguments may be absent: it compares them, or has a value of its own. */
  readonly asks?: boolean;
}

const MAX_CODE_LENGTH = 2000;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const numberOf = (value: unknown): number => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : NaN;
};
const localeOf = ({ hash, data }: Call): string => {
  const locale = textOf(hash['locale'] ?? data?.['locale']) || 'en';
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    throw new WrongArgument('locale is a BCP 47 tag such as en, de-CH or pt-BR');
  }
};

/** Falsy as Handlebars' own `if` sees it: an empty list too. */
const isTrue = (value: unknown): boolean => Boolean(value) && !Handlebars.Utils.isEmpty(value);

/** Binary fractions are rounded where people stop reading, so that 0.1 + 0.2 prints 0.3. */
const tidy = (value: number): number => Number(value.toPrecision(15));

/** Times a power of ten, without the error of a multiplication; large and small numbers are written with an exponent already. */
function shift(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${String(Number(exponent) + places)}`);
}

function arithmetic(step: (a: number, b: number) => number): Helper {
  return (args) => {
    const numbers = args.map(numberOf);
    const [first = NaN, ...rest] = numbers;
    const result = rest.reduce(step, first);
    return Number.isFinite(result) ? tidy(result) : '';
  };
}

function compare(test: (a: never, b: never) => boolean): Helper {
  return ([a, b]) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? test(textOf(a) as never, textOf(b) as never) : test(x as never, y as never);
  };
}

const equal: Helper = ([a, b]) => a === b || (!isAbsent(a) && !isAbsent(b) && textOf(a) !== '' && textOf(a) === textOf(b));

function formatNumber(value: unknown, call: Call, options: Intl.NumberFormatOptions): string {
  const number = numberOf(value);
  if (Number.isNaN(number)) return textOf(value);
  const digits = numberOf(call.hash['digits']);
  if (digits < 0 || digits > 100) throw new WrongArgument('digits is a number from 0 to 100');
  const fixed = Number.isNaN(digits) ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // What is rounded to nothing has no sign, as `round` has it.
  return call.formats.number(localeOf(call), { ...options, ...fixed, signDisplay: 'negative' }).format(number);
}

const DATE_STYLES = ['short', 'medium', 'long', 'full'] as const;
type DateStyle = (typeof DATE_STYLES)[number];
const styleOf = (value: unknown): DateStyle | undefined => DATE_STYLES.find((style) => style === value);

function formatDate([value, style]: readonly unknown[], call: Call): string {
  if (isAbsent(value)) return '';
  const date = new Date(typeof value === 'number' ? value : textOf(value));
  if (Number.isNaN(date.getTime())) return textOf(value);
  // A date without a time means that day everywhere.
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const timeZone = isDay ? 'UTC' : textOf(call.hash['timezone'] ?? call.data?.['timezone']) || 'UTC';
  const timeStyle = styleOf(call.hash['time']);
  const dateStyle = styleOf(style) ?? 'medium';
  const locale = localeOf(call);
  try {
    return call.formats.date(locale, { timeZone, dateStyle, ...(timeStyle === undefined ? {} : { timeStyle }) }).format(date);
  } catch (cause) {
    throw new WrongArgument('timezone is an IANA name such as Europe/Zurich', { cause });
  }
}

const require = createRequire(import.meta.url);

/** An inline SVG that scales to its box; a text that cannot be encoded is an error, not a symbol that nobody can read. */
function drawCode(kind: string, value: unknown, call: Call, extra: Record<string, unknown>): Handlebars.SafeString {
  const text = textOf(value);
  if (text === '') return new Handlebars.SafeString('');
  if (text.length > MAX_CODE_LENGTH) throw new WrongArgument(`may hold at most ${String(MAX_CODE_LENGTH)} characters`);
  // Loaded when first asked for: it is large, and most documents have no code.
  const { toSVG } = require('bwip-js') as { toSVG(options: Record<string, unknown>): string };
  let svg: string;
  try {
    svg = toSVG({ bcid: kind, text, ...extra });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/^.*?: /, '');
    throw new WrongArgument(`cannot hold this text: ${reason.slice(0, 150)}`, { cause: error });
  }
  const size = (name: string): string => {
    const wanted = textOf(call.hash[name]);
    return /^\d+(\.\d+)?(px|mm|cm|in|pt|em|rem|%)?$/.test(wanted) ? ` ${name}="${wanted}"` : '';
  };
  return new Handlebars.SafeString(svg.replace('<svg ', `<svg${size('width')}${size('height')} `).trim());
}

const BARCODES: Readonly<Record<string, string>> = {
  code128: 'code128',
  code39: 'code39',
  ean13: 'ean13',
  ean8: 'ean8',
  upca: 'upca',
  itf14: 'itf14',
  pdf417: 'pdf417',
  datamatrix: 'datamatrix',
  gs1128: 'gs1-128',
};

/** All helpers beyond Handlebars' own; pure, and quiet about values that are absent. Variables, warnings and the AI prompt derive from it. */
export const HELPERS: Readonly<Record<string, HelperSpec>> = {
  formatNumber: { args: 'value', kinds: ['number'], run: ([value], call) => formatNumber(value, call, {}) },
  formatCurrency: {
    args: 'value "EUR"',
    kinds: ['number'],
    run: ([value, wanted], call) => {
      const currency = textOf(wanted) || textOf(call.data?.['currency']) || 'USD';
      if (!/^[a-z]{3}$/i.test(currency)) throw new WrongArgument('the currency is an ISO 4217 code such as EUR');
      return formatNumber(value, call, { style: 'currency', currency });
    },
  },
  formatDate: { args: 'value "long"', kinds: ['date'], run: formatDate },
  eq: { args: 'a b', asks: true, run: equal },
  ne: { args: 'a b', asks: true, run: (args, call) => equal(args, call) !== true },
  lt: { args: 'a b', kinds: 'number', asks: true, run: compare((a, b) => a < b) },
  lte: { args: 'a b', kinds: 'number', asks: true, run: compare((a, b) => a <= b) },
  gt: { args: 'a b', kinds: 'number', asks: true, run: compare((a, b) => a > b) },
  gte: { args: 'a b', kinds: 'number', asks: true, run: compare((a, b) => a >= b) },
  and: { args: 'a b', kinds: 'boolean', asks: true, run: (args) => args.every(isTrue) },
  or: { args: 'a b', kinds: 'boolean', asks: true, run: (args) => args.some(isTrue) },
  not: { args: 'a', kinds: 'boolean', asks: true, run: ([value]) => !isTrue(value) },
  add: { args: 'a b', kinds: 'number', run: arithmetic((a, b) => a + b) },
  subtract: { args: 'a b', kinds: 'number', run: arithmetic((a, b) => a - b) },
  multiply: { args: 'a b', kinds: 'number', run: arithmetic((a, b) => a * b) },
  divide: { args: 'a b', kinds: 'number', run: arithmetic((a, b) => a / b) },
  round: {
    args: 'value digits',
    kinds: 'number',
    run: ([value, digits = 0]) => {
      const [number, places] = [numberOf(value), numberOf(digits)];
      if (Number.isNaN(number) || Number.isNaN(places)) return '';
      const shifted = shift(number, Math.trunc(places));
      // Halves go away from zero, as Intl.NumberFormat has it; Math.round lets those of negative numbers go up.
      const whole = Math.sign(shifted) * Math.round(Math.abs(shifted));
      return Number.isFinite(whole) ? shift(whole, -Math.trunc(places)) : number;
    },
  },
  sum: {
    args: 'list "field"',
    kinds: ['array'],
    run: ([list, key]) => {
      if (!Array.isArray(list)) return 0;
      const field = textOf(key);
      const values = list.map((item: unknown) =>
        numberOf(
          field === ''
            ? item
            : typeof item === 'object' && item !== null && Object.hasOwn(item, field)
              ? Reflect.get(item, field)
              : undefined,
        ),
      );
      return tidy(values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0));
    },
  },
  uppercase: { args: 'text', run: ([value], call) => textOf(value).toLocaleUpperCase(localeOf(call)) },
  lowercase: { args: 'text', run: ([value], call) => textOf(value).toLocaleLowerCase(localeOf(call)) },
  capitalize: {
    args: 'text',
    run: ([value], call) => textOf(value).replace(/^\s*\p{L}/u, (letter) => letter.toLocaleUpperCase(localeOf(call))),
  },
  truncate: {
    args: 'text length',
    run: ([value, length]) => {
      // What people see as one letter may be several code points.
      const letters = [...new Intl.Segmenter().segment(textOf(value))].map(({ segment }) => segment);
      const most = numberOf(length);
      return Number.isNaN(most) || letters.length <= most
        ? letters.join('')
        : `${letters
            .slice(0, Math.max(0, most - 1))
            .join('')
            .trimEnd()}…`;
    },
  },
  default: { args: 'value "fallback"', asks: true, run: ([value, fallback]) => (isAbsent(value) ? fallback : value) },
  join: {
    args: 'list ", "',
    kinds: ['array'],
    run: ([list, separator = ', ']) => (Array.isArray(list) ? list.map(textOf).join(textOf(separator)) : textOf(list)),
  },
  qrcode: {
    args: 'text',
    run: ([value], call) => {
      const eclevel = textOf(call.hash['level']) || 'M';
      if (!/^[LMQH]$/.test(eclevel)) throw new WrongArgument('level is L, M, Q or H');
      return drawCode('qrcode', value, call, { eclevel });
    },
  },
  barcode: {
    args: 'text "code128"',
    run: ([value, type = 'code128'], call) => {
      const kind = Object.hasOwn(BARCODES, textOf(type)) ? BARCODES[textOf(type)] : undefined;
      if (kind === undefined) throw new WrongArgument(`knows the types ${Object.keys(BARCODES).join(', ')}`);
      return drawCode(kind, value, call, { includetext: call.hash['text'] === true, textxalign: 'center', height: 12 });
    },
  },
};

/** Names come from templates, and may be those of fields that every object has. */
export const helperNamed = (name: string): HelperSpec | undefined => (Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined);

/** Makes the helpers known; a wrong locale, zone or currency is the template's error. */
export function registerHelpers(environment: typeof Handlebars): void {
  const formats = new Formats();
  for (const [name, { run }] of Object.entries(HELPERS)) {
    environment.registerHelper(name, function (this: unknown, ...given: unknown[]) {
      const { hash, data, loc } = given.pop() as Omit<Call, 'formats'> & { readonly loc?: hbs.AST.SourceLocation };
      try {
        return run(given, { formats, hash, ...(data === undefined ? {} : { data }) });
      } catch (error) {
        throw new HelperRefused(name, error instanceof WrongArgument ? error.message : 'cannot work with these arguments', loc?.start);
      }
    });
  }
}
