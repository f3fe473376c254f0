import type { Expression, PrivateIdentifier, SpreadElement, Super } from 'acorn';
import { callIn, onlyExpression } from './script.ts';

/** How a field's value follows from those of others. */
export interface Calculation {
  /** Full names of fields, or of what several fields lie in. */
  readonly operands: readonly string[];
  /** @param numbersOf of a field, or of all within that name; undefined where there is none */
  readonly evaluate: (numbersOf: (name: string) => readonly number[] | undefined) => number | undefined;
}

type Values = readonly number[];
/** As AForm.js has them: an empty field counts as 0. */
const FUNCTIONS: Readonly<Record<string, (values: Values) => number>> = {
  SUM: (values) => values.reduce((sum, value) => sum + value, 0),
  AVG: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  PRD: (values) => values.reduce((product, value) => product * value, 1),
  MIN: (values) => Math.min(...values),
  MAX: (values) => Math.max(...values),
};
const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};
const STEPS = 1e6;

/** Reads `AFSimple_Calculate`, and the script that form editors write for simple field notation; undefined for any other. */
export const calculationIn = (script: string): Calculation | undefined => simpleFunction(script) ?? fieldNotation(script);

function simpleFunction(script: string): Calculation | undefined {
  const call = callIn(script);
  if (call?.name !== 'AFSimple_Calculate') return undefined;
  const [key, list] = call.args;
  const combine = typeof key === 'string' && Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined;
  const names = typeof list === 'string' ? list.split(/, ?/) : list;
  if (combine === undefined || !Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  return {
    operands: names,
    evaluate: (numbersOf) => {
      const values = names.flatMap((name) => numbersOf(name) ?? []);
      return values.length === 0 ? 0 : finite(Math.round(combine(values) * STEPS) / STEPS);
    },
  };
}

/** `event.value = AFMakeNumber(getField("price").value) * …;` */
function fieldNotation(script: string): Calculation | undefined {
  const expression = onlyExpression(script);
  if (expression?.type !== 'AssignmentExpression' || expression.operator !== '=') return undefined;
  const { left, right } = expression;
  if (left.type !== 'MemberExpression' || propertyOf(left) !== 'value' || !isNamed(left.object, 'event')) return undefined;
  const operands: string[] = [];
  const term = termOf(right, operands);
  if (term === undefined) return undefined;
  return {
    operands,
    evaluate: (numbersOf) => {
      // What doubles add beyond 15 digits, as in 0.1 + 0.2, nobody entered.
      const result = term(numbersOf);
      return result === undefined ? undefined : finite(Number(result.toPrecision(15)));
    },
  };
}

type Term = (numbersOf: (name: string) => Values | undefined) => number | undefined;
type Node = Expression | PrivateIdentifier | SpreadElement | Super | undefined;

function termOf(node: Node, operands: string[]): Term | undefined {
  if (node?.type === 'ParenthesizedExpression') return termOf(node.expression, operands);
  if (node?.type === 'Literal') {
    const { value } = node;
    return typeof value === 'number' ? () => value : undefined;
  }
  if (node?.type === 'UnaryExpression' && node.operator === '-') {
    const negated = termOf(node.argument, operands);
    return negated === undefined
      ? undefined
      : combined(
          () => 0,
          negated,
          (_, value) => -value,
        );
  }
  if (node?.type === 'BinaryExpression') {
    const operator = Object.hasOwn(OPERATORS, node.operator) ? OPERATORS[node.operator] : undefined;
    const [left, right] = [termOf(node.left, operands), termOf(node.right, operands)];
    return operator === undefined || left === undefined || right === undefined ? undefined : combined(left, right, operator);
  }
  const name = fieldRead(node);
  if (name === undefined) return undefined;
  operands.push(name);
  return (numbersOf) => numbersOf(name)?.[0];
}

const combined =
  (left: Term, right: Term, operator: (left: number, right: number) => number): Term =>
  (numbersOf) => {
    const [a, b] = [left(numbersOf), right(numbersOf)];
    return a === undefined || b === undefined ? undefined : operator(a, b);
  };

/** The name in `AFMakeNumber(getField("name").value)`. */
function fieldRead(node: Node): string | undefined {
  if (node?.type !== 'CallExpression' || !isNamed(node.callee, 'AFMakeNumber')) return undefined;
  const [read] = node.arguments;
  if (read?.type !== 'MemberExpression' || propertyOf(read) !== 'value' || read.object.type !== 'CallExpression') return undefined;
  const { callee, arguments: args } = read.object;
  const isGetField =
    callee.type === 'MemberExpression'
      ? callee.object.type === 'ThisExpression' && propertyOf(callee) === 'getField'
      : isNamed(callee, 'getField');
  const [name] = args;
  return isGetField && name?.type === 'Literal' && typeof name.value === 'string' ? name.value : undefined;
}

const isNamed = (node: Node, name: string): boolean => node?.type === 'Identifier' && node.name === name;
const propertyOf = (node: { readonly computed: boolean; readonly property: Expression | PrivateIdentifier }): string | undefined =>
  !node.computed && node.property.type === 'Identifier' ? node.property.name : undefined;
const finite = (number: number): number | undefined => (Number.isFinite(number) && Math.abs(number) < 1e21 ? number + 0 : undefined);
