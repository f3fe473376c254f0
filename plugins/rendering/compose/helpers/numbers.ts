import { escapePattern } from '../../../../server/contract/escape-pattern.ts';
import { Decimal } from 'decimal.js';
import type { Formats } from './formats.ts';

/** Decimal numbers, exact up to this many digits. */
export const Exact = Decimal.clone({ precision: 60, maxE: 400, minE: -400, toExpNeg: -7, toExpPos: 21 });
export type Exact = Decimal;

/** Digits of a quotient, and of a binary fraction: the next ones are noise. */
const TIDY_DIGITS = 15;

/** Characters of a number that a person wrote. */
const MAX_WRITTEN = 100;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** Marks that say in which direction text runs. */
const DIRECTION = /[\u200e\u200f\u061c]/g;

/** RFC 8259. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export interface NumberRegion {
  readonly formats: Formats;
  readonly locale: string;
  /** ISO 4217: its symbol may stand beside an amount. */
  readonly currency: string;
}

export interface ReadNumber {
  readonly value: Exact;
  /** The currency sign beside it. */
  readonly sign: string | undefined;
}

/**
 * Reads a number, or text as JSON (RFC 8259) or the locale writes numbers, a currency sign beside it or not.
 * @returns undefined for everything else
 */
export function readNumber(value: unknown, region: NumberRegion): ReadNumber | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { value: new Exact(value), sign: undefined } : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (JSON_NUMBER.test(text)) return finite(text, undefined);
  return text.length > MAX_WRITTEN ? undefined : readWritten(text, region);
}

function finite(text: string, sign: string | undefined): ReadNumber | undefined {
  const number = new Exact(text);
  return number.isFinite() ? { value: number, sign } : undefined;
}

function readWritten(text: string, { formats, locale, currency }: NumberRegion): ReadNumber | undefined {
  const { group, decimal, groupSize, digits } = formats.notation(locale);
  const symbols = formats.currencySigns(locale, currency).map(escapePattern).join('|');
  const anySign = String.raw`(${symbols}|[A-Z]{0,3}\p{Sc}|[A-Z]{3})`;
  const parts = new RegExp(String.raw`^([-+−]?)${anySign}?\s*([-+−]?)\s*(\S(?:.*?\S)?)\s*?${anySign}?$`, 'u').exec(
    text.replaceAll(DIRECTION, ''),
  );
  if (parts === null) return undefined;
  const [, minusBefore = '', signBefore, minusInside = '', body = '', signAfter] = parts;
  const sign = signBefore ?? signAfter;
  const isDouble = (minusBefore !== '' && minusInside !== '') || (signBefore !== undefined && signAfter !== undefined);
  if (isDouble || (sign !== undefined && /^[A-Z]{3}$/.test(sign) && !CURRENCIES.has(sign))) return undefined;
  const latin = Array.from(body, (letter) => (digits.includes(letter) ? String(digits.indexOf(letter)) : letter)).join('');
  const [, whole = '', fraction = ''] =
    new RegExp(
      String.raw`^((?:0|[1-9]\d*)|[1-9]\d{0,2}(?:${group}\d{${String(groupSize)}})*${group}\d{3})?(?:${escapePattern(decimal)}(\d+))?$`,
    ).exec(latin) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const number = `${whole.replaceAll(/\D/g, '') || '0'}.${fraction || '0'}`;
  return finite(/[-−]/.test(minusBefore + minusInside) ? `-${number}` : number, sign);
}

/** As arithmetic takes a number: binary fractions are rounded where people stop reading, so that 0.1 + 0.2 is 0.3. */
export const operand = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value) ? Number(value.toPrecision(TIDY_DIGITS)) : value;

/** A quotient as far as people read it. */
export const tidied = (value: Exact): Exact =>
  !value.isFinite() ? value : value.toSignificantDigits(Math.max(TIDY_DIGITS, value.precision(true) - value.decimalPlaces()));

/** As the data holds a number: as text where JavaScript's own cannot hold it. */
export function asData(value: Exact): number | string {
  const number = value.toNumber();
  return Number.isFinite(number) && new Exact(number).eq(value) ? number : value.toFixed();
}
