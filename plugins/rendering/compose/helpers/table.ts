import Handlebars from 'handlebars';
import { ARITHMETIC_HELPERS } from './arithmetic.ts';
import { barcodeType, CHECKS } from './checks.ts';
import { BARCODES, drawBarcode, drawQrCode, NoCode, type QrLevel } from './codes.ts';
import { FORMAT_HELPERS, localeOf, printable } from './format.ts';
import { type Call, type HelperSpec, WrongArgument } from './helper.ts';
import { isAbsent, isObject, isTrue, textOf } from './values.ts';

const logic = { kinds: 'boolean', asks: true } as const;
const letters = { args: 'text', count: [1, 1], named: { locale: CHECKS.locale } } as const;

/** Space, and what stands for itself in markup and in scripts. */
const UNSAFE_IN_SCRIPTS = /[<>&'\u2028\u2029]/g;

const attributesOf = ({ hash }: Call): string =>
  ['width', 'height'].map((name) => (isAbsent(hash[name]) ? '' : ` ${name}="${textOf(hash[name])}"`)).join('');

function truncate([value, length]: readonly unknown[], call: Call): string {
  // What people see as one letter may be several code points.
  const all = [...new Intl.Segmenter().segment(printable(value, call))].map(({ segment }) => segment);
  const most = isAbsent(length) ? Infinity : Number(length);
  if (all.length <= most) return all.join('');
  const kept = all.slice(0, Math.max(0, most - 1)).join('');
  return `${kept.trimEnd()}…`;
}

const TEXT_HELPERS: Readonly<Record<string, HelperSpec>> = {
  uppercase: { ...letters, run: ([value], call) => printable(value, call).toLocaleUpperCase(localeOf(call)) },
  lowercase: { ...letters, run: ([value], call) => printable(value, call).toLocaleLowerCase(localeOf(call)) },
  capitalize: {
    ...letters,
    run: ([value], call) => printable(value, call).replace(/^\s*\p{L}/u, (letter) => letter.toLocaleUpperCase(localeOf(call))),
  },
  truncate: { args: 'text length', count: [1, 2], checks: [undefined, CHECKS.length], run: truncate },
  default: { args: 'value "fallback"', count: [1, 2], asks: true, run: ([value, fallback]) => (isAbsent(value) ? fallback : value) },
  join: {
    args: 'list [", "]',
    count: [1, 2],
    checks: [undefined, CHECKS.text],
    kinds: ['array'],
    run: ([list, separator = ', '], call) => {
      if (!Array.isArray(list)) return printable(list, call);
      if (list.some(isObject)) call.note('NOT_PRINTABLE', 0, 'is a list of objects, which have no text; they are left empty');
      return list.map(textOf).join(textOf(separator));
    },
  },
  json: {
    args: 'value',
    count: [1, 1],
    run: ([value]) =>
      new Handlebars.SafeString(
        JSON.stringify(value ?? null).replaceAll(UNSAFE_IN_SCRIPTS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
      ),
  },
};

const sizes = { width: CHECKS.size, height: CHECKS.size, quiet: CHECKS.switch } as const;

/** A code's own refusal is one of its argument. */
function drawn(draw: () => Handlebars.SafeString): Handlebars.SafeString {
  try {
    return draw();
  } catch (error) {
    throw error instanceof NoCode ? new WrongArgument(error.message, { cause: error }) : error;
  }
}

const CODE_HELPERS: Readonly<Record<string, HelperSpec>> = {
  qrcode: {
    args: 'text',
    count: [1, 1],
    named: { ...sizes, level: CHECKS.level },
    run: ([value], call) => {
      const { level, quiet } = call.hash;
      const options = { quiet: quiet !== false, attributes: attributesOf(call) };
      return drawn(() => drawQrCode(printable(value, call), (textOf(level) || 'M') as QrLevel, options)); // as its check allows
    },
  },
  barcode: {
    args: 'text ["code128"]',
    count: [1, 2],
    checks: [undefined, barcodeType(Object.keys(BARCODES))],
    named: { ...sizes, text: CHECKS.switch },
    run: ([value, type], call) => {
      const kind = BARCODES[textOf(type) || 'code128'];
      if (kind === undefined) throw new WrongArgument(`knows the types ${Object.keys(BARCODES).join(', ')}`);
      const { text, quiet } = call.hash;
      const options = { withText: text === true, quiet: quiet !== false, attributes: attributesOf(call) };
      return drawn(() => drawBarcode(kind, printable(value, call), options));
    },
  },
};

/** All helpers beyond Handlebars' own; pure, and quiet about values that are absent. Variables, warnings and the AI prompt derive from it. */
export const HELPERS: Readonly<Record<string, HelperSpec>> = {
  ...FORMAT_HELPERS,
  ...ARITHMETIC_HELPERS,
  and: { args: 'a b', count: [1, 100], ...logic, run: (args) => args.every(isTrue) },
  or: { args: 'a b', count: [1, 100], ...logic, run: (args) => args.some(isTrue) },
  not: { args: 'a', count: [1, 1], ...logic, run: ([value]) => !isTrue(value) },
  ...TEXT_HELPERS,
  ...CODE_HELPERS,
};

/** Names come from templates, and may be those of fields that every object has. */
export const helperNamed = (name: string): HelperSpec | undefined => (Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined);
