import { isKnownLocale, isKnownTimezone } from '../../../../server/contract/region.ts';
import { Formats } from './formats.ts';
import { patternProblem } from './date-pattern.ts';
import { textOf } from './values.ts';

/** What an argument must be, where a value is not that. */
export type Check = (value: unknown) => string | undefined;

const DATE_STYLES = ['short', 'medium', 'long', 'full'] as const;
export type DateStyle = (typeof DATE_STYLES)[number];
export const styleOf = (value: unknown): DateStyle | undefined => DATE_STYLES.find((style) => style === value);

const formats = new Formats();

const matching =
  (pattern: RegExp, what: string): Check =>
  (value) =>
    pattern.test(textOf(value)) ? undefined : what;

const whole =
  (least: number, most: number): Check =>
  (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return Number.isInteger(number) && Number(number) >= least && Number(number) <= most
      ? undefined
      : `is a whole number from ${String(least)} to ${String(most)}`;
  };

const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(textOf(value)) ? undefined : `is one of ${names.join(', ')}`;

export const CHECKS = {
  anything: () => undefined,
  text: (value) => (typeof value === 'string' || typeof value === 'number' ? undefined : 'is text'),
  digits: whole(0, 100),
  places: whole(-100, 100),
  length: whole(0, 1_000_000),
  switch: (value) => (typeof value === 'boolean' ? undefined : 'is true or false'),
  currency: matching(/^[a-z]{3}$/i, 'is an ISO 4217 code such as EUR'),
  locale: (value) => (isKnownLocale(textOf(value)) ? undefined : 'is a BCP 47 tag such as en, de-CH or pt-BR'),
  timezone: (value) => (isKnownTimezone(textOf(value)) ? undefined : 'is an IANA name such as Europe/Zurich'),
  style: oneOf(DATE_STYLES),
  dateFormat: (value) => {
    if (typeof value !== 'string') return `is one of ${DATE_STYLES.join(', ')}, or a pattern such as dd.MM.yyyy`;
    if (styleOf(value) !== undefined) return undefined;
    const problem = patternProblem(value, formats);
    return problem === undefined ? undefined : `is one of ${DATE_STYLES.join(', ')}, or a Unicode pattern such as dd.MM.yyyy: ${problem}`;
  },
  size: matching(/^\d+(\.\d+)?(px|mm|cm|in|pt|em|rem|%)?$/, 'is a length such as 30mm'),
  level: oneOf(['L', 'M', 'Q', 'H']),
} as const satisfies Readonly<Record<string, Check>>;

export const barcodeType = (types: readonly string[]): Check => oneOf(types);
