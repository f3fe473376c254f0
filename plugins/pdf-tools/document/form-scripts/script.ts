import { type Expression, parse, type Statement, type Super } from 'acorn';

/** Characters of a script that is read; those of a format or a sum have a few hundred. */
const MAX_LENGTH = 20_000;

type Literal = string | number | boolean | readonly Literal[];

/** A script that is one call with literal arguments, as form editors write them. */
export interface Call {
  readonly name: string;
  readonly args: readonly Literal[];
}

/** The only statement of a script, as an expression; undefined for any other script. Scripts are read, never run. */
export function onlyExpression(script: string): Expression | undefined {
  if (script.length > MAX_LENGTH) return undefined;
  try {
    const { body } = parse(script, { ecmaVersion: 'latest' });
    const [only, ...others] = body.filter(({ type }) => type !== 'EmptyStatement') as Statement[];
    return only?.type === 'ExpressionStatement' && others.length === 0 ? only.expression : undefined;
  } catch {
    return undefined; // no JavaScript, or nested too deep
  }
}

export function callIn(script: string): Call | undefined {
  const expression = onlyExpression(script);
  if (expression?.type !== 'CallExpression' || expression.callee.type !== 'Identifier') return undefined;
  const args = literalsOf(expression.arguments);
  return args === undefined ? undefined : { name: expression.callee.name, args };
}

type Argument = { readonly type: 'SpreadElement' } | Expression | Super | null;

function literalsOf(list: readonly Argument[]): readonly Literal[] | undefined {
  const found = list.map(literalOf);
  return found.every((one) => one !== undefined) ? found : undefined;
}

function literalOf(node: Argument): Literal | undefined {
  if (node === null) return undefined;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' || typeof node.value === 'boolean' ? node.value : undefined;
    case 'UnaryExpression': {
      const value = node.operator === '-' ? literalOf(node.argument) : undefined;
      return typeof value === 'number' ? -value : undefined;
    }
    case 'ArrayExpression':
      return literalsOf(node.elements);
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'Array' ? literalsOf(node.arguments) : undefined;
    default:
      return undefined;
  }
}
