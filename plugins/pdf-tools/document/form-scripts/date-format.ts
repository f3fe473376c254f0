const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
/** Letters that stand for a part of a date, or a character as it is. */
const PARTS = /mmmm|mmm|mm|m|dddd|ddd|dd|d|yyyy|yy|HH|H|hh|h|MM|M|ss|s|tt|t|\\.|\s+|[^]/g;
const ISO = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:(?:^|[T ])(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
/** Parts that are read of a text; more would take long to tell apart. */
const MAX_READ = 12;
/** Years of two digits from this on are of the last century. */
const CENTURY_TURN = 50;

/** Patterns that `AFDate_Format` and `AFTime_Format` know by number. */
export const DATE_FORMATS = [
  ...['m/d', 'm/d/yy', 'mm/dd/yy', 'mm/yy', 'd-mmm', 'd-mmm-yy', 'dd-mmm-yy', 'yy-mm-dd', 'mmm-yy', 'mmmm-yy', 'mmm d, yyyy'],
  ...['mmmm d, yyyy', 'm/d/yy h:MM tt', 'm/d/yy HH:MM'],
];
export const TIME_FORMATS = ['HH:MM', 'h:MM tt', 'HH:MM:ss', 'h:MM:ss tt'];

interface Moment {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const ORDER = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
const START: Moment = { year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
const two = (number: number): string => String(number).padStart(2, '0');
const short = (word: string): string => word.slice(0, 3);
const nameIn = (names: readonly string[], index: number): string => names[index] ?? '';
const onTwelve = (hour: number): number => ((hour + 11) % 12) + 1;

const SHOWN: Readonly<Record<string, (moment: Moment) => string>> = {
  mmmm: ({ month }) => nameIn(MONTHS, month - 1),
  mmm: ({ month }) => short(nameIn(MONTHS, month - 1)),
  mm: ({ month }) => two(month),
  m: ({ month }) => String(month),
  dddd: (moment) => nameIn(DAYS, weekday(moment)),
  ddd: (moment) => short(nameIn(DAYS, weekday(moment))),
  dd: ({ day }) => two(day),
  d: ({ day }) => String(day),
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  yy: ({ year }) => two(year % 100),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => two(onTwelve(hour)),
  h: ({ hour }) => String(onTwelve(hour)),
  MM: ({ minute }) => two(minute),
  M: ({ minute }) => String(minute),
  ss: ({ second }) => two(second),
  s: ({ second }) => String(second),
  tt: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  t: ({ hour }) => (hour < 12 ? 'a' : 'p'),
};

const weekday = ({ year, month, day }: Moment): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/**
 * A date or time as `AFDate_FormatEx` shows it.
 * @param text in ISO 8601, or as `pattern` has it
 * @returns undefined for a text that is neither, and for days and hours that do not exist
 */
export function showMoment(text: string, pattern: string): string | undefined {
  const parts = pattern.match(PARTS) ?? [];
  const moment = readIso(text.trim()) ?? readBy(parts, text.trim());
  if (moment === undefined || !exists(moment)) return undefined;
  return parts.map((part) => SHOWN[part]?.(moment) ?? literal(part)).join('');
}

const literal = (part: string): string => (part.length === 2 && part.startsWith('\\') ? part.slice(1) : part);

function readIso(text: string): Moment | undefined {
  const found = ISO.exec(text);
  if (found === null || (found[1] === undefined && found[4] === undefined)) return undefined;
  const given = ORDER.map((key, i) => [key, found[i + 1]] as const).filter(([, digits]) => digits !== undefined);
  return { ...START, ...Object.fromEntries(given.map(([key, digits]) => [key, Number(digits)])) };
}

type Reading = { -readonly [key in keyof Moment]?: number } & { half?: 'a' | 'p' };

const number =
  (key: keyof Moment) =>
  (text: string): Reading => ({ [key]: Number(text) });
const monthNamed = (text: string): Reading => ({
  month: MONTHS.findIndex((name) => short(name).toLowerCase() === short(text).toLowerCase()) + 1,
});
const yearOf = (text: string): Reading => {
  const year = Number(text);
  return { year: text.length > 2 ? year : year + (year < CENTURY_TURN ? 2000 : 1900) };
};
const halfOf = (text: string): Reading => ({ half: text.toLowerCase().startsWith('p') ? 'p' : 'a' });
const namesIn = (names: readonly string[]): string => names.flatMap((name) => [name, `${short(name)}\\.?`]).join('|');

/** What is looked for in the place of a part, and what it says; by the part's first letter, names apart. */
const READ: Readonly<Record<string, readonly [expression: string, read: (text: string) => Reading]>> = {
  mmm: [namesIn(MONTHS), monthNamed],
  ddd: [namesIn(DAYS), () => ({})],
  m: ['\\d{1,2}', number('month')],
  d: ['\\d{1,2}', number('day')],
  y: ['\\d{4}|\\d{2}', yearOf],
  H: ['\\d{1,2}', number('hour')],
  h: ['\\d{1,2}', number('hour')],
  M: ['\\d{1,2}', number('minute')],
  s: ['\\d{1,2}', number('second')],
  t: ['[ap]m?', halfOf],
};

function readBy(parts: readonly string[], text: string): Moment | undefined {
  const readers: ((text: string) => Reading)[] = [];
  const expression = parts.map((part) => {
    const known = part in SHOWN ? (READ[part.slice(0, 3)] ?? READ[part.slice(0, 1)]) : undefined;
    if (known === undefined) return /^\s/.test(part) ? '\\s+' : literal(part).replace(/[^\w\s]/g, '\\$&');
    readers.push(known[1]);
    return `(${known[0]})`;
  });
  if (readers.length > MAX_READ) return undefined;
  const found = new RegExp(`^${expression.join('')}$`, 'i').exec(text);
  if (found === null) return undefined;
  const { half, ...read } = Object.assign({}, ...readers.map((reader, i) => reader(found[i + 1] ?? ''))) as Reading;
  const moment = { ...START, ...read };
  if (half === undefined) return moment;
  return moment.hour < 1 || moment.hour > 12 ? undefined : { ...moment, hour: (moment.hour % 12) + (half === 'p' ? 12 : 0) };
}

function exists({ year, month, day, hour, minute, second }: Moment): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}
