import { CHECKS, styleOf } from './checks.ts';
import { formatPattern, momentIn, showsZone } from './date-pattern.ts';
import { type ReadDate, readDate } from './dates.ts';
import { type Call, type HelperSpec, WrongArgument } from './helper.ts';
import { type NumberRegion, type ReadNumber, readNumber } from './numbers.ts';
import { isAbsent, isUnprintable, textOf } from './values.ts';

export const localeOf = ({ hash, data }: Call): string => textOf(hash['locale']) || textOf(data?.['locale']) || 'en';

const currencyOf = ({ hash, data }: Call): string => textOf(hash['currency']) || textOf(data?.['currency']) || 'USD';

export const regionOf = (call: Call): NumberRegion => ({ formats: call.formats, locale: localeOf(call), currency: currencyOf(call) });

/** What a person reads of a value in a sentence. */
export function quoted(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  const text = textOf(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

/** What is printed of a value that cannot be formatted. */
const asItIs = (value: unknown): string => (textOf(value) === '' ? 'nothing is printed' : 'it is printed as it is');

/** The text of a value; an object has none, which is noted. */
export function printable(value: unknown, call: Call, index = 0): string {
  if (isUnprintable(value)) call.note('NOT_PRINTABLE', index, `is ${quoted(value)}, which has no text; nothing is printed`);
  return textOf(value);
}

function formatNumber(
  value: unknown,
  call: Call,
  options: Intl.NumberFormatOptions,
  digits: unknown,
  refuses?: (read: ReadNumber) => boolean,
): string {
  if (isAbsent(value)) return '';
  const read = readNumber(value, regionOf(call));
  if (read === undefined || refuses?.(read) === true) {
    const what = options.currency === undefined ? 'no number' : `no amount in ${options.currency.toUpperCase()}`;
    call.note('NOT_A_NUMBER', 0, `is ${quoted(value)}, which is ${what}; ${asItIs(value)}`);
    return textOf(value);
  }
  const fixed = isAbsent(digits) ? {} : { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) };
  // What is rounded to nothing has no sign, as `round` has it.
  const format = call.formats.number(localeOf(call), { ...options, ...fixed, signDisplay: 'negative' });
  // Text is formatted with all its digits, which the typings leave out.
  return format.format(typeof value === 'number' ? value : (read.value.toFixed() as unknown as number));
}

const digitsOf = ({ hash }: Call): unknown => hash['digits'] ?? hash['decimals'];

/** The zone to print in, and the time in it: what has no zone shows the same everywhere. */
function placed({ kind, ms }: ReadDate, call: Call, needsZone: boolean): { readonly ms: number; readonly zone: string } {
  const own = textOf(call.data?.['timezone']) || 'UTC';
  const zone = textOf(call.hash['timezone']) || own;
  if (kind === 'moment') return { ms, zone };
  if (kind === 'day' || (zone === own && !needsZone)) return { ms, zone: 'UTC' };
  return { ms: momentIn(own, ms), zone };
}

function formatDate([value, positional]: readonly unknown[], call: Call): string {
  if (isAbsent(value)) return '';
  const locale = localeOf(call);
  const read = readDate(value, locale, call.formats);
  if (read === undefined) {
    call.note('NOT_A_DATE', 0, `is ${quoted(value)}, which is no date; ${asItIs(value)}`);
    return textOf(value);
  }
  const wanted = textOf(positional) || textOf(call.hash['format']);
  const style = styleOf(wanted);
  const timeStyle = styleOf(call.hash['time']);
  if (wanted !== '' && style === undefined) {
    if (timeStyle !== undefined) throw new WrongArgument('time goes with short, medium, long and full; a pattern holds the time itself');
    const { ms, zone } = placed(read, call, showsZone(wanted));
    return formatPattern(wanted, ms, zone, locale, call.formats);
  }
  const { ms, zone } = placed(read, call, timeStyle === 'long' || timeStyle === 'full');
  const styles = { dateStyle: style ?? 'medium', ...(timeStyle === undefined ? {} : { timeStyle }) } as const;
  return call.formats.date(locale, { timeZone: zone, ...styles }).format(ms);
}

export const FORMAT_HELPERS: Readonly<Record<string, HelperSpec>> = {
  formatNumber: {
    args: 'value [digits]',
    count: [1, 2],
    checks: [undefined, CHECKS.digits],
    named: { digits: CHECKS.digits, decimals: CHECKS.digits, locale: CHECKS.locale },
    kinds: ['number'],
    run: ([value, digits], call) => formatNumber(value, call, {}, digits ?? digitsOf(call)),
  },
  formatCurrency: {
    args: 'value ["EUR"]',
    count: [1, 2],
    checks: [undefined, CHECKS.currency],
    named: { currency: CHECKS.currency, digits: CHECKS.digits, decimals: CHECKS.digits, locale: CHECKS.locale },
    kinds: ['number'],
    run: ([value, wanted], call) => {
      const currency = textOf(wanted) || currencyOf(call);
      const isOther = ({ sign }: ReadNumber): boolean =>
        sign !== undefined && !call.formats.currencySigns(localeOf(call), currency.toUpperCase()).includes(sign);
      return formatNumber(value, call, { style: 'currency', currency }, digitsOf(call), isOther);
    },
  },
  formatDate: {
    args: 'value ["long" | "dd.MM.yyyy"]',
    count: [1, 2],
    checks: [undefined, CHECKS.dateFormat],
    named: { format: CHECKS.dateFormat, time: CHECKS.style, timezone: CHECKS.timezone, locale: CHECKS.locale },
    kinds: ['date'],
    run: formatDate,
  },
};
