import { createHash } from 'node:crypto';

/** Values of Make's expression language (IML); `undefined` leaves an entry out. */
export type Value = unknown;
export type Scope = Readonly<Record<string, Value>>;
type Call = (...args: readonly Value[]) => Value;

/** What the parser knows; evaluated later, so that every expression of every file is parsed even where it is not used. */
type Node =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'path'; readonly path: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node };

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|`([^`]+)`|([A-Za-z_][\w]*)|(\|\||&&|!=|<=|>=|==|[=<>+\-*/().,])|$)/y;
const CONSTANTS: Readonly<Record<string, Value>> = {
  ...{ true: true, false: false, null: null, undefined: undefined, emptystring: '', emptyarray: [] },
};
const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['=', '==', '!=', '<', '>', '<=', '>='], ['+', '-'], ['*', '/']];

/** The expression within `{{ }}`. */
export function parseExpression(text: string): Node {
  const tokens: { kind: 'number' | 'string' | 'name' | 'sign'; text: string }[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (match === null) throw new Error(`IML: cannot read ${text}`);
    const [, number, string, quoted, plain, sign] = match;
    const name = quoted ?? plain;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string.replace(/\\(.)/g, '$1') });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  let at = 0;
  const take = (sign: string): boolean => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign && at++ >= 0;
  const expect = (sign: string): void => {
    if (!take(sign)) throw new Error(`IML: ${sign} is missing in ${text}`);
  };
  const level = (depth: number): Node => {
    const signs = LEVELS[depth];
    if (signs === undefined) return primary();
    let left = level(depth + 1);
    for (;;) {
      const operator = signs.find(take);
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: level(depth + 1) };
    }
  };
  const primary = (): Node => {
    if (take('(')) {
      const inner = level(0);
      expect(')');
      return inner;
    }
    const token = tokens[at++];
    if (token === undefined || token.kind === 'sign') throw new Error(`IML: cannot read ${text}`);
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) };
    if (token.kind === 'string') return { kind: 'value', value: token.text };
    if (take('(')) return call(token.text);
    if (token.text in CONSTANTS) return { kind: 'value', value: CONSTANTS[token.text] };
    const path = [token.text];
    while (take('.')) path.push(tokens[at++]?.text ?? '');
    return { kind: 'path', path };
  };
  const call = (name: string): Node => {
    const args: Node[] = [];
    if (!take(')')) {
      do args.push(level(0));
      while (take(','));
      expect(')');
    }
    return { kind: 'call', name, args };
  };
  const node = level(0);
  if (at < tokens.length) throw new Error(`IML: ${tokens[at]?.text ?? ''} is too much in ${text}`);
  return node;
}

const isEmpty = (value: Value): boolean => value === undefined || value === null || value === '';
/** As it stands in a longer text. */
export const asText = (value: Value): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
const list = (value: Value): readonly Record<string, Value>[] => (Array.isArray(value) ? (value as Record<string, Value>[]) : []);

/**
 * Make's own functions, as far as the app uses them and as https://help.make.com/functions documents them: custom ones are
 * "not available by default" (https://developers.make.com/custom-apps-documentation/app-components/iml-functions).
 */
export const BUILT_IN: Readonly<Record<string, Call>> = {
  ifempty: (value, other) => (isEmpty(value) ? other : value),
  if: (condition, yes, no) => (isTrue(condition) ? yes : no),
  base64: (value) => Buffer.from(value as Uint8Array | string).toString('base64'),
  toBinary: (value, encoding) => Buffer.from(asText(value), encoding as BufferEncoding),
  sha256: (value) => createHash('sha256').update(asText(value)).digest('hex'),
  merge: (...parts) => {
    if (!parts.every((part) => Array.isArray(part))) throw new Error('IML: merge is for arrays');
    return parts.flat() as Value;
  },
  get: (from, path) =>
    asText(path)
      .split('.')
      .reduce<Value>(
        (at, key) => (Array.isArray(at) ? (at as Value[])[Number(key) - 1] : (at as Record<string, Value> | undefined)?.[key]),
        from,
      ),
  join: (items, between) => (Array.isArray(items) ? items.map(asText).join(asText(between)) : ''),
  trim: (value) => asText(value).trim(),
  length: (value) => (Array.isArray(value) ? value.length : asText(value).length),
  substring: (value, start, end) => asText(value).slice(Number(start), Number(end)),
  map: (items, key) => list(items).map((item) => item[asText(key)]),
  contains: (items, value) => (Array.isArray(items) ? items.includes(value) : asText(items).includes(asText(value))),
  replace: (value, pattern, other) => {
    const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(asText(pattern)) ?? [];
    return asText(value).replace(source === undefined ? asText(pattern) : new RegExp(source, flags), asText(other));
  },
  toCollection: (items, key, value) => Object.fromEntries(list(items).map((item) => [asText(item[asText(key)]), item[asText(value)]])),
};

export const isTrue = (value: Value): boolean => !isEmpty(value) && value !== false && value !== 0;

function evaluate(node: Node, scope: Scope, functions: Readonly<Record<string, Call>>): Value {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'path': {
      const [root = '', ...rest] = node.path;
      if (!(root in scope)) throw new Error(`IML: nothing is called ${root}`);
      return rest.reduce<Value>((at, key) => (at as Record<string, Value> | null | undefined)?.[key], scope[root]);
    }
    case 'call': {
      const found = functions[node.name];
      if (found === undefined) throw new Error(`IML: no function ${node.name}`);
      return found(...node.args.map((arg) => evaluate(arg, scope, functions)));
    }
    case 'binary':
      return combine(node.operator, evaluate(node.left, scope, functions), () => evaluate(node.right, scope, functions));
  }
}

function combine(operator: string, left: Value, right: () => Value): Value {
  if (operator === '||') return isTrue(left) || isTrue(right());
  if (operator === '&&') return isTrue(left) && isTrue(right());
  const other = right();
  const [a, b] = [left as number, other as number];
  switch (operator) {
    case '=':
    case '==':
      return left === other;
    case '!=':
      return left !== other;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '+':
      return typeof left === 'string' || typeof other === 'string' ? asText(left) + asText(other) : a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

const EXPRESSION = /\{\{(.*?)\}\}/g;

/** Every expression of a text; a spread (`...`) is none. */
export const expressionsOf = (value: string): string[] =>
  [...value.matchAll(EXPRESSION)].map(([, inner = '']) => inner).filter((inner) => inner.trim() !== '...');

/** A value of a file with its expressions worked out; entries that come to nothing are left out. */
export function resolveValue(value: Value, scope: Scope, functions: Readonly<Record<string, Call>>): Value {
  if (typeof value === 'string') {
    const whole = /^\{\{((?:(?!\}\}).)*)\}\}$/.exec(value);
    if (whole !== null) return evaluate(parseExpression(whole[1] ?? ''), scope, functions);
    return value.replace(EXPRESSION, (_, inner: string) => asText(evaluate(parseExpression(inner), scope, functions)));
  }
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, scope, functions));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, Value> = {};
  for (const [key, item] of Object.entries(value)) {
    const resolved = resolveValue(item, scope, functions);
    if (key === '{{...}}') Object.assign(out, resolved);
    else if (resolved !== undefined) out[key] = resolved;
  }
  return out;
}
