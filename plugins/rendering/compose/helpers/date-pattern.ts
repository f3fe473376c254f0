import { createRequire } from 'node:module';
import type { TZDate } from '@date-fns/tz';
import type { format, Locale } from 'date-fns';
import type { Formats } from './formats.ts';

const require = createRequire(import.meta.url);
const SAMPLE = Date.UTC(2026, 0, 15);

interface PatternLibrary {
  readonly format: typeof format;
  readonly TZDate: typeof TZDate;
}

/** Loaded when first asked for, as most documents have no pattern. */
const library = (): PatternLibrary => ({
  format: (require('date-fns/format') as Pick<PatternLibrary, 'format'>).format,
  TZDate: (require('@date-fns/tz') as Pick<PatternLibrary, 'TZDate'>).TZDate,
});

/** When a clock in the zone shows this; where it skips that hour, an hour later. */
export function momentIn(zone: string, wallMs: number): number {
  const date = new Date(wallMs);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const [hour, minute, second, ms] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()];
  const { TZDate } = library();
  return new TZDate(year, month, day, hour, minute, second, ms, zone).getTime();
}

/** It shows the zone or its offset. */
export const showsZone = (pattern: string): boolean => /[zZxXO]/.test(pattern.replaceAll(/'[^']*'/g, ''));

/**
 * A moment by a Unicode pattern such as `dd.MM.yyyy` (UTS 35, as date-fns reads it), with the names that the locale uses.
 * @throws RangeError with a sentence for a pattern that is none
 */
export function formatPattern(pattern: string, ms: number, timeZone: string, locale: string, formats: Formats): string {
  const { format, TZDate } = library();
  return format(new TZDate(ms, timeZone), pattern, { locale: formats.kept(`pattern ${locale}`, () => localeOf(locale)) });
}

/** What is wrong with a pattern. */
export function patternProblem(pattern: string, formats: Formats): string | undefined {
  try {
    formatPattern(pattern, SAMPLE, 'UTC', 'en', formats);
    return undefined;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/ \(in `.*$|; see: .*$/s, '');
    return reason.replace(/^./, (letter) => letter.toLowerCase());
  }
}

const WIDTHS = new Map<unknown, 'narrow' | 'short' | 'long'>([
  ['narrow', 'narrow'],
  ['short', 'short'],
  ['abbreviated', 'short'],
]);
const intlWidth = (width: unknown): 'narrow' | 'short' | 'long' => WIDTHS.get(width) ?? 'long';

const unsupported = (what: string, instead: string): never => {
  throw new RangeError(`has no ${what}; ${instead}`);
};

/** Names of months and days as Intl has them, for every locale there is. */
function localeOf(locale: string): Locale {
  const part = (date: number, options: Intl.DateTimeFormatOptions, kind: Intl.DateTimeFormatPartTypes): string =>
    new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
      .formatToParts(date)
      .find(({ type }) => type === kind)?.value ?? '';
  const longWord = (): never => unsupported('pattern p or P', 'write short, medium, long or full in place of the whole pattern');
  return {
    code: locale,
    localize: {
      month: (month, { width, context } = {}) => {
        const options = { month: intlWidth(width), ...(context === 'standalone' ? {} : { day: 'numeric' as const }) };
        return part(Date.UTC(2026, month, 1), options, 'month');
      },
      // The first of November 2026 is a Sunday.
      day: (day, { width } = {}) => part(Date.UTC(2026, 10, 1 + day), { weekday: intlWidth(width) }, 'weekday'),
      dayPeriod: (period) =>
        period === 'am' || period === 'pm'
          ? part(Date.UTC(2026, 0, 1, period === 'am' ? 9 : 15), { hour: 'numeric', hour12: true }, 'dayPeriod')
          : unsupported('pattern b or B', 'use a'),
      era: (era, { width } = {}) => part(era === 1 ? SAMPLE : Date.UTC(-50, 0, 1), { era: intlWidth(width) }, 'era'),
      quarter: (quarter, { width } = {}) => (width === 'wide' ? unsupported('words for quarters', 'use QQQ') : `Q${String(quarter)}`),
      ordinalNumber: (number) =>
        /^en\b/.test(locale)
          ? `${String(number)}${englishSuffix(number)}`
          : unsupported('ordinal numbers in this language', 'use d in place of do'),
    },
    formatLong: { date: longWord, time: longWord, dateTime: longWord },
    formatRelative: longWord,
    formatDistance: longWord,
    // Nothing is read by a pattern.
    match: {} as Locale['match'],
    options: weekOf(locale),
  };
}

const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const englishSuffix = (number: number): string => SUFFIXES[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)] ?? 'th';

/** On which day a week begins, and how many days of a year make its first week. */
function weekOf(locale: string): NonNullable<Locale['options']> {
  // The typings lack what Node has since version 18.
  const { weekInfo = { firstDay: 1, minimalDays: 4 } } = new Intl.Locale(locale) as {
    weekInfo?: { firstDay: number; minimalDays: number };
  };
  return { weekStartsOn: (weekInfo.firstDay % 7) as 0 | 1 | 6, firstWeekContainsDate: weekInfo.minimalDays === 1 ? 1 : 4 };
}
