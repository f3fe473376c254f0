import { createRequire } from 'node:module';
import Handlebars from 'handlebars';

/** What a document says about its readers; helpers format by it. */
export interface Region {
  /** BCP 47; `en` when absent. */
  readonly locale?: string | undefined;
  /** IANA name; UTC when absent. */
  readonly timezone?: string | undefined;
  /** ISO 4217; USD when absent. */
  readonly currency?: string | undefined;
}

export interface Call {
  readonly hash: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type Helper = (args: readonly unknown[], call: Call) => unknown;

const MAX_CODE_LENGTH = 2000;
const MAX_FORMATS = 100;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const numberOf = (value: unknown): number => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : NaN;
};
const localeOf = ({ hash, data }: Call): string => textOf(hash['locale'] ?? data?.['locale']) || 'en';

/** Falsy as Handlebars' own `if` sees it: an empty list too. */
const isTrue = (value: unknown): boolean => Boolean(value) && !Handlebars.Utils.isEmpty(value);

/** Binary fractions are rounded where people stop reading, so that 0.1 + 0.2 prints 0.3. */
const tidy = (value: number): number => Number(value.toPrecision(15));

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

/** Formats are costly to make and asked for again and again. */
class Formats<F> {
  readonly #known = new Map<string, F>();

  get(key: string, make: () => F): F {
    const known = this.#known.get(key) ?? make();
    if (this.#known.size >= MAX_FORMATS) this.#known.clear();
    this.#known.set(key, known);
    return known;
  }
}

const numberFormats = new Formats<Intl.NumberFormat>();
const dateFormats = new Formats<Intl.DateTimeFormat>();

function formatNumber(value: unknown, call: Call, options: Intl.NumberFormatOptions): string {
  const number = numberOf(value);
  if (Number.isNaN(number)) return textOf(value);
  const digits = numberOf(call.hash['digits']);
  const fixed = Number.isNaN(digits) ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const [locale, wanted] = [localeOf(call), { ...options, ...fixed }];
  return numberFormats.get(JSON.stringify([locale, wanted]), () => new Intl.NumberFormat(locale, wanted)).format(number);
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
  const [locale, wanted] = [localeOf(call), { timeZone, dateStyle, ...(timeStyle === undefined ? {} : { timeStyle }) }];
  return dateFormats.get(JSON.stringify([locale, wanted]), () => new Intl.DateTimeFormat(locale, wanted)).format(date);
}

type Drawer = (options: Record<string, unknown>) => string;
let draw: Drawer | undefined;

/** An inline SVG that scales to its box; a text that cannot be encoded is an error, not a symbol that nobody can read. */
function drawCode(kind: string, value: unknown, call: Call, extra: Record<string, unknown>): Handlebars.SafeString {
  const text = textOf(value);
  if (text === '') return new Handlebars.SafeString('');
  if (text.length > MAX_CODE_LENGTH) throw new Error(`a code may hold at most ${String(MAX_CODE_LENGTH)} characters`);
  // Loaded when first asked for: it is large, and most documents have no code.
  draw ??= (createRequire(import.meta.url)('bwip-js') as { toSVG: Drawer }).toSVG;
  let svg: string;
  try {
    svg = draw({ bcid: kind, text, ...extra });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/^.*?: /, '');
    throw new Error(`${kind} cannot hold this text: ${reason}`, { cause: error });
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

/** All helpers beyond Handlebars' own; pure, and quiet about values that are absent. */
export const HELPERS: Readonly<Record<string, Helper>> = {
  formatNumber: ([value], call) => formatNumber(value, call, {}),
  formatCurrency: ([value, currency], call) =>
    formatNumber(value, call, { style: 'currency', currency: textOf(currency) || textOf(call.data?.['currency']) || 'USD' }),
  formatDate,
  eq: equal,
  ne: (args, call) => equal(args, call) !== true,
  lt: compare((a, b) => a < b),
  lte: compare((a, b) => a <= b),
  gt: compare((a, b) => a > b),
  gte: compare((a, b) => a >= b),
  and: (args) => args.every(isTrue),
  or: (args) => args.some(isTrue),
  not: ([value]) => !isTrue(value),
  add: arithmetic((a, b) => a + b),
  subtract: arithmetic((a, b) => a - b),
  multiply: arithmetic((a, b) => a * b),
  divide: arithmetic((a, b) => a / b),
  round: ([value, digits = 0]) => {
    const [number, places] = [numberOf(value), numberOf(digits)];
    return Number.isNaN(number) || Number.isNaN(places)
      ? ''
      : Number(`${String(Math.round(Number(`${String(number)}e${String(places)}`)))}e-${String(places)}`);
  },
  sum: ([list, key]) => {
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
  uppercase: ([value], call) => textOf(value).toLocaleUpperCase(localeOf(call)),
  lowercase: ([value], call) => textOf(value).toLocaleLowerCase(localeOf(call)),
  capitalize: ([value], call) => textOf(value).replace(/^\s*\p{L}/u, (letter) => letter.toLocaleUpperCase(localeOf(call))),
  truncate: ([value, length]) => {
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
  default: ([value, fallback]) => (isAbsent(value) ? fallback : value),
  join: ([list, separator = ', ']) => (Array.isArray(list) ? list.map(textOf).join(textOf(separator)) : textOf(list)),
  qrcode: ([value], call) => drawCode('qrcode', value, call, { eclevel: textOf(call.hash['level']) || 'M' }),
  barcode: ([value, type = 'code128'], call) => {
    const kind = BARCODES[textOf(type)];
    if (kind === undefined) throw new Error(`barcode knows the types ${Object.keys(BARCODES).join(', ')}`);
    return drawCode(kind, value, call, { includetext: call.hash['text'] === true, textxalign: 'center', height: 12 });
  },
};

/** Helpers whose arguments may be absent: they ask, or have an answer of their own. */
export const ASKING_HELPERS: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'and', 'or', 'not', 'default']);

/** Makes the helpers known; a wrong locale, zone or currency is the template's error. */
export function registerHelpers(environment: typeof Handlebars): void {
  for (const [name, helper] of Object.entries(HELPERS)) {
    environment.registerHelper(name, function (this: unknown, ...given: unknown[]) {
      const { hash, data } = given.pop() as Call;
      return helper(given, { hash, ...(data === undefined ? {} : { data }) });
    });
  }
}
