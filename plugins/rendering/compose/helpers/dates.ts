import { escapePattern } from '../../../../server/contract/escape-pattern.ts';
import type { Formats } from './formats.ts';

/** A moment, or what a clock or calendar shows, as milliseconds since 1970 in UTC. */
export interface ReadDate {
  /** `day` has no time of day, `local` has no time zone. */
  readonly kind: 'day' | 'local' | 'moment';
  readonly ms: number;
}

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1900 up to the year 9999: a number in a spreadsheet's notation of dates, which nothing marks as one. */
const LAST_SERIAL = 2_958_465;
/** Below it, seconds reach the year 5138; above it, milliseconds begin in 1973. */
const FIRST_MILLISECONDS = 1e11;
const LAST_MS = 8.64e15;
const MAX_WRITTEN = 100;
/** Two digits of a year below this are of this century (POSIX strptime). */
const PIVOT = 69;

const OFFSET = String.raw`Z|UTC|GMT|(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?`;
const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?`;
/** ISO 8601 and SQL: a year, a month, a day, and behind a day a time and a zone. RFC 9557 puts the zone's name behind it. */
const ISO = new RegExp(
  String.raw`^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:(?:T|\s)(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s?(${OFFSET})(?:\[[\w/+-]+\])?)?)?)?)?$`,
  'i',
);
/** The basic form of ISO 8601, which calendars and logs use. */
const BASIC = new RegExp(String.raw`^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?(${OFFSET})?)?$`, 'i');
const CLOCK = new RegExp(String.raw`^[,T\s]*(?:(?:at|um|à|a las|às|alle|om|kl\.?)\s+)?${TIME}\s*(${OFFSET})?(?:\s*\([^)]*\))?$`, 'i');
const FIGURES = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})(?:\.(?=\s|$))?/;
const CJK = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
/** RFC 9110, section 5.6.7: the form of C's asctime. */
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/;

/**
 * Reads a date: ISO 8601, RFC 9110, SQL, names of months in English and the locale's language, day and month in figures
 * in the locale's order, and Unix time in seconds (below 10¹¹) or milliseconds.
 * @returns undefined for everything else, days that do not exist among it
 */
export function readDate(value: unknown, locale: string, formats: Formats): ReadDate | undefined {
  if (typeof value === 'number') return unixTime(value);
  if (typeof value !== 'string' || value.length > MAX_WRITTEN) return undefined;
  const text = value.trim().replaceAll(/[\u00a0\u202f]/g, ' ');
  const basic = BASIC.exec(text);
  if (basic !== null) return isoDate(basic);
  if (/^-?\d+(?:\.\d+)?$/.test(text) && !/^\d{4}$/.test(text)) return unixTime(Number(text));
  const iso = readIso(text);
  if (iso !== undefined) return iso;
  const written = withoutWeekday(fromAsctime(text), locale, formats);
  return readFigures(written, locale, formats) ?? readWords(written, locale, formats);
}

function unixTime(number: number): ReadDate | undefined {
  if (number > 0 && number <= LAST_SERIAL) return undefined;
  const ms = Math.round(Math.abs(number) < FIRST_MILLISECONDS ? number * 1000 : number);
  return Math.abs(ms) <= LAST_MS ? { kind: 'moment', ms } : undefined;
}

function wall(year: number, month: number, day: number): Wall | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : undefined;
}

function dayOf(day: Wall | undefined, ms = 0): ReadDate | undefined {
  if (day === undefined) return undefined;
  return { kind: 'day', ms: new Date(0).setUTCFullYear(day.year, day.month - 1, day.day) + ms };
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Digits behind the seconds. */
  readonly fraction: string;
  /** As it was written; undefined where there is none. */
  readonly offset: string | undefined;
}

function at(day: Wall | undefined, { hour, minute, second, fraction, offset }: Clock): ReadDate | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const read = dayOf(day, ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')));
  if (read === undefined || offset === undefined) return read === undefined ? undefined : { ...read, kind: 'local' };
  const [, sign, hours, minutes = '0'] = /([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  if (sign === undefined) return { kind: 'moment', ms: read.ms };
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return Number(hours) > 23 || Number(minutes) > 59 ? undefined : { kind: 'moment', ms: read.ms + (sign === '+' ? -shift : shift) };
}

function readIso(text: string): ReadDate | undefined {
  const parts = ISO.exec(text);
  return parts === null ? undefined : isoDate(parts);
}

function isoDate(parts: RegExpExecArray): ReadDate | undefined {
  const [, year, month = '1', day = '1', hour, minute, second = '0', fraction = '', offset] = parts;
  const found = wall(Number(year), Number(month), Number(day));
  if (hour === undefined) return dayOf(found);
  return at(found, { hour: Number(hour), minute: Number(minute), second: Number(second), fraction, offset });
}

/** What stands behind a day: nothing, or a time. */
function withTime(day: Wall | undefined, rest: string): ReadDate | undefined {
  if (day === undefined || /^[\s,]*$/.test(rest)) return dayOf(day);
  const parts = CLOCK.exec(rest);
  if (parts === null) return undefined;
  const [, hours, minute, second = '0', fraction = '', half, offset] = parts;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const whole = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return at(day, { hour: whole, minute: Number(minute), second: Number(second), fraction, offset });
}

const century = (digits: string): number =>
  digits.length === 2 ? Number(digits) + (Number(digits) < PIVOT ? 2000 : 1900) : Number(digits);

function readFigures(text: string, locale: string, formats: Formats): ReadDate | undefined {
  const cjk = CJK.exec(text);
  if (cjk !== null) return withTime(wall(Number(cjk[1]), Number(cjk[2]), Number(cjk[3])), text.slice(cjk[0].length));
  const parts = FIGURES.exec(text);
  if (parts === null) return undefined;
  const [all, first = '', , second = '', third = ''] = parts;
  const rest = text.slice(all.length);
  const order = orderOf(locale, formats);
  const isYear = (digits: string): boolean => digits.length === 4;
  if (first.length === 3 || third.length === 3 || (isYear(first) && third.length > 2)) return undefined;
  if (isYear(first) || (!isYear(third) && order.startsWith('y'))) {
    return first.length === 1 ? undefined : withTime(wall(century(first), Number(second), Number(third)), rest);
  }
  if (third.length === 1) return undefined;
  const [day, month] = order.indexOf('d') < order.indexOf('m') ? [first, second] : [second, first];
  return withTime(wall(century(third), Number(month), Number(day)), rest);
}

/** In which order a locale writes year, month and day: `dmy`. */
function orderOf(locale: string, formats: Formats): string {
  return formats.kept(`order ${locale}`, () =>
    gregorian(locale, { year: 'numeric', month: 'numeric', day: 'numeric' })
      .formatToParts(0)
      .map(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? type.charAt(0) : ''))
      .join(''),
  );
}

const gregorian = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' });

const keptNames = (locale: string, formats: Formats): Names => formats.kept(`names ${locale}`, () => namesOf(locale));

/** In small letters. */
const withoutWeekday = (text: string, locale: string, formats: Formats): string =>
  text.toLocaleLowerCase(locale).normalize('NFC').replace(keptNames(locale, formats).weekday, '');

/** What asctime writes, in the order of RFC 9110's other forms. */
const fromAsctime = (text: string): string =>
  text.replace(ASCTIME, (_, month: string, day: string, time: string, year: string) => `${day.trim()} ${month} ${year} ${time} GMT`);

/** `june 15, 2026`, `15. juni 2026`, `15 de junio de 2026`, and the same with a time behind. */
function readWords(lower: string, locale: string, formats: Formats): ReadDate | undefined {
  const { month, months } = keptNames(locale, formats);
  const name = month.exec(lower)?.[1];
  if (name === undefined) return undefined;
  const number = months.get(name) ?? 0;
  // The month's name is put where no letter of a name can be: what is around it is read by its place.
  const marked = lower.replace(month, '\u0001');
  for (const form of FORMS) {
    const found = form.exec(marked)?.groups;
    if (found === undefined) continue;
    const year = found['year'] ?? '';
    // Two digits only as RFC 9110 has them in its second form, which ends in GMT.
    if (year.length === 2 && !/gmt$/.test(marked)) return undefined;
    return withTime(wall(century(year), number, Number(found['day'] ?? '1')), found['rest'] ?? '');
  }
  return undefined;
}

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?`;
const BETWEEN = String.raw`[\s.,-]*(?:(?:of|de|del|d['’])\s*)?`;
const REST = String.raw`(?:\s*(?:г|р)\.?)?(?<rest>(?:[\s,T].*)?)$`;
const FORMS = [
  new RegExp(`^${DAY}${BETWEEN}\u0001${BETWEEN}(?<year>\\d{4}|\\d{2}(?=\\s))${REST}`, 'u'),
  new RegExp(`^\u0001${BETWEEN}${DAY}${BETWEEN}(?<year>\\d{4})${REST}`, 'u'),
  new RegExp(`^(?<year>\\d{4})${BETWEEN}\u0001${BETWEEN}${DAY}${REST}`, 'u'),
  new RegExp(`^\u0001${BETWEEN}(?<year>\\d{4})(?<rest>)$`, 'u'),
];

interface Names {
  /** A weekday at the beginning. */
  readonly weekday: RegExp;
  readonly month: RegExp;
  readonly months: ReadonlyMap<string, number>;
}

/** Names of months and weekdays in English and the locale's language, alone and beside a day. */
function namesOf(locale: string): Names {
  const months = new Map<string, number>();
  const weekdays = new Set<string>();
  for (const language of new Set([locale, 'en'])) {
    const clean = (text: string): string => text.toLocaleLowerCase(language).normalize('NFC').replace(/\.$/, '');
    for (const width of ['long', 'short'] as const) {
      const alone = gregorian(language, { month: width });
      const beside = gregorian(language, { month: width, day: 'numeric', year: 'numeric' });
      for (let month = 0; month < 12; month++) {
        const date = Date.UTC(2026, month, 1);
        const within = beside.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
        for (const name of [alone.format(date), within]) if (/^\P{Nd}*\p{L}\P{Nd}*$/u.test(name)) months.set(clean(name), month + 1);
      }
      for (let day = 1; day <= 7; day++) weekdays.add(clean(gregorian(language, { weekday: width }).format(Date.UTC(2026, 5, day))));
    }
  }
  if (months.has('sep')) months.set('sept', 9);
  const any = (names: Iterable<string>): string =>
    [...names]
      .sort((a, b) => b.length - a.length)
      .map(escapePattern)
      .join('|');
  return {
    weekday: new RegExp(`^(?:${any(weekdays)})(?!\\p{L})[.,]*\\s*(?:den\\s+|le\\s+|the\\s+)?`, 'u'),
    month: new RegExp(`(?<!\\p{L})(${any(months.keys())})(?!\\p{L})\\.?`, 'u'),
    months,
  };
}
