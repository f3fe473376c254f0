import { CHECKS } from './checks.ts';
import { quoted, regionOf } from './format.ts';
import type { Call, HelperSpec } from './helper.ts';
import { asData, Exact, operand, readNumber, tidied } from './numbers.ts';
import { isAbsent, isObject, own, textOf } from './values.ts';

/** Undefined for what is no number, which is noted; that a variable is missing is noted elsewhere. */
function numberAt(args: readonly unknown[], index: number, call: Call): Exact | undefined {
  const value = args[index];
  const read = readNumber(operand(value), regionOf(call));
  if (read === undefined && value !== undefined) {
    const what = isAbsent(value) ? 'empty' : `${quoted(value)}, which is no number`;
    call.note('NOT_A_NUMBER', index, `is ${what}; nothing is printed of what is computed with it`);
  }
  return read?.value;
}

function arithmetic(step: (a: Exact, b: Exact) => Exact): HelperSpec['run'] {
  return (args, call) => {
    const numbers = args.map((_, index) => numberAt(args, index, call));
    if (numbers.includes(undefined)) return '';
    const [first = new Exact(0), ...rest] = numbers as Exact[]; // checked above
    const result = rest.reduce(step, first);
    if (result.isFinite()) return asData(result);
    const zero = numbers.findIndex((number, index) => index > 0 && number?.isZero() === true);
    call.note('NOT_A_NUMBER', Math.max(zero, 0), zero > 0 ? 'is zero, by which nothing can be divided' : 'makes the result too large');
    return '';
  };
}

function compare(test: (order: number) => boolean): HelperSpec['run'] {
  return ([a, b], call) => {
    const [x, y] = [readNumber(operand(a), regionOf(call)), readNumber(operand(b), regionOf(call))];
    if (x !== undefined && y !== undefined) return test(x.value.cmp(y.value));
    const [left, right] = [textOf(a), textOf(b)];
    return test(left < right ? -1 : left > right ? 1 : 0);
  };
}

const equal: HelperSpec['run'] = ([a, b], call) => {
  if (a === b) return true;
  if (isAbsent(a) || isAbsent(b)) return false;
  const [x, y] = [readNumber(operand(a), regionOf(call)), readNumber(operand(b), regionOf(call))];
  if (x !== undefined && y !== undefined) return x.value.eq(y.value);
  return textOf(a) !== '' && textOf(a) === textOf(b);
};

function sum([list, key]: readonly unknown[], call: Call): unknown {
  if (isAbsent(list)) return 0;
  if (!isObject(list)) {
    call.note('NOT_A_LIST', 0, `is ${quoted(list)}, which is no list; nothing is added up`);
    return '';
  }
  const field = textOf(key);
  // Several rows may come as an object of rows.
  const rows = Object.values(list) as unknown[];
  const values = rows.map((row) => (field === '' ? row : field.split('.').reduce(own, row)));
  if (field !== '' && rows.length > 0 && values.every((value) => value === undefined)) {
    call.note('MISSING_VARIABLE', 0, '', field);
    return '';
  }
  let total = new Exact(0);
  for (const value of values) {
    if (isAbsent(value)) continue;
    const read = readNumber(operand(value), regionOf(call));
    if (read === undefined) {
      call.note(
        'NOT_A_NUMBER',
        0,
        `is ${quoted(value)} in one of the rows, which is no number; it is left out of the sum`,
        field === '' ? undefined : field,
      );
    } else total = total.plus(read.value);
  }
  return total.isFinite() ? asData(total) : '';
}

const comparison = { args: 'a b', count: [2, 2], asks: true } as const;
const ordering = { ...comparison, kinds: 'number' } as const;
const computation = { args: 'a b', count: [2, 100], kinds: 'number' } as const;

export const ARITHMETIC_HELPERS: Readonly<Record<string, HelperSpec>> = {
  eq: { ...comparison, run: equal },
  ne: { ...comparison, run: (args, call) => equal(args, call) !== true },
  lt: { ...ordering, run: compare((order) => order < 0) },
  lte: { ...ordering, run: compare((order) => order <= 0) },
  gt: { ...ordering, run: compare((order) => order > 0) },
  gte: { ...ordering, run: compare((order) => order >= 0) },
  add: { ...computation, run: arithmetic((a, b) => a.plus(b)) },
  subtract: { ...computation, run: arithmetic((a, b) => a.minus(b)) },
  multiply: { ...computation, run: arithmetic((a, b) => a.times(b)) },
  divide: { ...computation, run: arithmetic((a, b) => tidied(a.dividedBy(b))) },
  round: {
    args: 'value [digits]',
    count: [1, 2],
    checks: [undefined, CHECKS.places],
    named: { digits: CHECKS.places, decimals: CHECKS.places },
    kinds: 'number',
    run: (args, call) => {
      const number = numberAt(args, 0, call);
      if (number === undefined) return '';
      const places = Number(args[1] ?? call.hash['digits'] ?? call.hash['decimals'] ?? 0);
      // Halves go away from zero, as Intl.NumberFormat has it.
      const unit = new Exact(10).pow(-places);
      const rounded = number.dividedBy(unit).toDecimalPlaces(0, Exact.ROUND_HALF_UP).times(unit);
      return asData(rounded.isZero() ? new Exact(0) : rounded);
    },
  },
  sum: { args: 'list ["field"]', count: [1, 2], checks: [undefined, CHECKS.text], kinds: ['array'], run: sum },
};
