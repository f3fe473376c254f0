import { DATE_FORMATS, showMoment, TIME_FORMATS } from './date-format.ts';
import { type NumberStyle, readNumber, showNumber } from './number-format.ts';
import { type Call, callIn } from './script.ts';

/** What is drawn for a field's text. */
export interface Shown {
  readonly text: string;
  readonly isRed: boolean;
}

export interface Format {
  /** What a text must be to be shown so, for messages: "a number". */
  readonly wants: string;
  readonly separators?: number;
  /** Undefined for a text that is not what the format wants. */
  readonly show: (text: string) => Shown | undefined;
}

/** Inclusive bounds of a number, from `AFRange_Validate`. */
export interface Range {
  readonly least?: number;
  readonly most?: number;
}

const black = (text: string | undefined): Shown | undefined => (text === undefined ? undefined : { text, isRed: false });

/** Reads a script that formats what a field shows; undefined for one that is not of the common functions (Acrobat Forms Plug-In, AForm.js). */
export function formatIn(script: string): Format | undefined {
  const call = callIn(script);
  return call && formatOf(call);
}

function formatOf(call: Call): Format | undefined {
  const [first, second] = call.args;
  switch (call.name) {
    case 'AFNumber_Format':
    case 'AFPercent_Format': {
      const style = numberStyle(call);
      return style && { wants: 'a number', separators: style.separators, show: (text) => showNumber(text, style) };
    }
    case 'AFDate_Format':
    case 'AFTime_Format': {
      const pattern = typeof first === 'number' ? (call.name === 'AFDate_Format' ? DATE_FORMATS : TIME_FORMATS)[first] : first;
      return typeof pattern === 'string' ? momentFormat(pattern) : undefined;
    }
    case 'AFDate_FormatEx':
    case 'AFTime_FormatEx':
      return typeof first === 'string' ? momentFormat(first) : undefined;
    case 'AFSpecial_Format':
      return typeof first === 'number' && second === undefined ? digitsFormat(first) : undefined;
    default:
      return undefined;
  }
}

/** Reads a script that checks what is typed: the text is shown as it is where it passes. */
export function checkIn(script: string): Format | undefined {
  const call = callIn(script);
  if (call === undefined || !/_Keystroke(Ex)?$/.test(call.name)) return undefined;
  const [first] = call.args;
  if (call.name === 'AFSpecial_KeystrokeEx') return typeof first === 'string' ? maskCheck(first) : undefined;
  // Each function that checks has one of the same arguments that formats.
  const format = formatOf({ ...call, name: call.name.replace('_Keystroke', '_Format') });
  return format && { ...format, show: (text) => (format.show(text) === undefined ? undefined : { text, isRed: false }) };
}

export function rangeIn(script: string): Range | undefined {
  const call = callIn(script);
  if (call?.name !== 'AFRange_Validate') return undefined;
  const [hasLeast, least, hasMost, most] = call.args.map((arg, i) => (i % 2 === 0 ? arg === true || arg === 1 : boundOf(arg)));
  return {
    ...(hasLeast === true && typeof least === 'number' ? { least } : {}),
    ...(hasMost === true && typeof most === 'number' ? { most } : {}),
  };
}

function boundOf(arg: unknown): number | undefined {
  const number = typeof arg === 'number' ? arg : typeof arg === 'string' ? readNumber(arg) : undefined;
  return number === undefined ? undefined : Number(number);
}

function numberStyle({ name, args }: Call): NumberStyle | undefined {
  const isPercent = name === 'AFPercent_Format';
  const [decimals, separators = 0, negative = 0, , symbol = '', isSymbolFirst = false] = isPercent
    ? [args[0], args[1], 0, 0, '%', args[2]]
    : args;
  if (typeof decimals !== 'number' || typeof separators !== 'number' || typeof negative !== 'number' || typeof symbol !== 'string')
    return undefined;
  return { decimals, separators, negative, symbol, isSymbolFirst: isSymbolFirst === true || isSymbolFirst === 1, isPercent };
}

const momentFormat = (pattern: string): Format => ({
  wants: `a date or time as in ISO 8601 or '${pattern.slice(0, 50)}'`,
  show: (text) => black(showMoment(text, pattern)),
});

/** Zip code, zip code with four more digits, phone number, social security number; of the United States. */
const DIGITS: readonly (readonly [digits: RegExp, shown: string])[][] = [
  [[/^(\d{5})$/, '$1']],
  [[/^(\d{5})(\d{4})$/, '$1-$2']],
  [
    [/^(\d{3})(\d{4})$/, '$1-$2'],
    [/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'],
  ],
  [[/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3']],
];

function digitsFormat(kind: number): Format | undefined {
  const forms = DIGITS[kind];
  if (forms === undefined) return undefined;
  return {
    wants: ['5 digits', '9 digits', '7 or 10 digits', '9 digits'][kind] ?? 'digits',
    show: (text) => {
      const digits = text.replace(/[-().\s]/g, '');
      const form = forms.find(([pattern]) => pattern.test(digits));
      return form && { text: digits.replace(...form), isRed: false };
    },
  };
}

/** Of a mask, 9 stands for a digit, A for a letter, O for either and X for anything. */
function maskCheck(mask: string): Format {
  const kinds: Readonly<Record<string, RegExp>> = { 9: /^\d$/, A: /^[a-z]$/i, O: /^[a-z\d]$/i, X: /^[^]$/ };
  return {
    wants: `text like '${mask.slice(0, 50)}' (9: a digit, A: a letter, O: either, X: anything)`,
    show: (text) => {
      const fits =
        text.length === mask.length && Array.from(text).every((letter, i) => kinds[mask[i] ?? '']?.test(letter) ?? mask[i] === letter);
      return fits ? { text, isRed: false } : undefined;
    },
  };
}
