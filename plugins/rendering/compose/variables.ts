import { helperNamed } from './helpers/table.ts';
import { inlinePartials, isPath } from './syntax.ts';

/** What a template does with one of its variables; the type is what that suggests. */
interface Variable {
  kind: 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object';
  /** Printed whatever the rest of the data is. */
  required: boolean;
  /** Of an object, or of each item of an array. */
  fields: Record<string, Variable>;
}

export type Variables = Record<string, Variable>;

const MAX_VARIABLES = 2000;

interface Scope {
  readonly fields: Variables;
  readonly parent: Scope | undefined;
  /** Block parameters and what they stand for. */
  readonly names: ReadonlyMap<string, Variable | undefined>;
}

type Kind = Variable['kind'] | undefined;

/** Every variable of templates that take the same data, with what its use tells of it: `{{#each items}}{{name}}{{/each}}` is an array of objects with a name. */
export function variablesOf(templates: readonly hbs.AST.Program[]): Variables {
  const root: Variables = {};
  const partials = new Map<string, hbs.AST.Program>();
  const open = new Set<string>();
  let count = 0;

  /** Notes one use of a path, and returns what it names. */
  const note = (path: hbs.AST.PathExpression, scope: Scope, kind: Kind, required: boolean): Variable | undefined => {
    if (path.data) {
      return path.parts[0] === 'root' ? descend(path.parts.slice(1), root, kind, required) : undefined;
    }
    let from: Scope = scope;
    for (let up = 0; up < path.depth; up++) from = from.parent ?? from;
    const [first, ...rest] = path.parts;
    if (first === undefined) return undefined;
    for (let outer: Scope | undefined = from; outer !== undefined && path.depth === 0; outer = outer.parent) {
      if (!outer.names.has(first)) continue;
      const named = outer.names.get(first);
      return named === undefined || rest.length === 0 ? named : descend(rest, named.fields, kind, required);
    }
    return descend(path.parts, from.fields, kind, required);
  };

  const descend = (parts: readonly string[], fields: Variables, kind: Kind, required: boolean): Variable | undefined => {
    let current = fields;
    let found: Variable | undefined;
    for (const [i, part] of parts.entries()) {
      if (part === 'length' && i > 0 && i === parts.length - 1) {
        if (found !== undefined && found.kind === 'object') found.kind = 'array';
        return undefined;
      }
      const known = Object.hasOwn(current, part) ? current[part] : undefined;
      if (known === undefined && ++count > MAX_VARIABLES) return undefined;
      const last = i === parts.length - 1;
      const guess = last ? (kind ?? 'string') : 'object';
      found = known ?? (current[part] = { kind: guess, required, fields: {} });
      found.required ||= required;
      if (known !== undefined && rank(guess) > rank(found.kind)) found.kind = guess;
      current = found.fields;
    }
    return found;
  };

  const useParam = (node: hbs.AST.Node, scope: Scope, kind: Kind, required: boolean): void => {
    if (isPath(node)) note(node, scope, kind, required);
    else if (node.type === 'SubExpression') call(node as hbs.AST.SubExpression, scope, required);
  };

  /** A helper's arguments: what it does with them says of what type they are. */
  const call = ({ path, params, hash }: hbs.AST.SubExpression | hbs.AST.MustacheStatement, scope: Scope, required: boolean): void => {
    const name = isPath(path) ? path.original : '';
    const { kinds, asks = false } = helperNamed(name) ?? {};
    for (const [i, param] of params.entries()) {
      const kind: Kind = typeof kinds === 'string' ? kinds : kinds?.[i];
      useParam(param, scope, kind, required && !asks);
      const [list, key] = params;
      if (name === 'sum' && i === 0 && list !== undefined && isPath(list) && key?.type === 'StringLiteral') {
        const items = note(list, scope, 'array', required);
        if (items !== undefined) descend((key as hbs.AST.StringLiteral).value.split('.'), items.fields, 'number', required);
      }
    }
    for (const { value } of (hash as hbs.AST.Hash | undefined)?.pairs ?? []) useParam(value, scope, undefined, false);
  };

  const block = (statement: hbs.AST.BlockStatement, scope: Scope, required: boolean): void => {
    const helper = statement.path;
    const [argument] = statement.params;
    const inverse = statement.inverse as hbs.AST.Program | undefined;
    const main = statement.program as hbs.AST.Program | undefined;
    const both = (inner: Scope, sure: boolean): void => {
      if (main !== undefined) visit(main, inner, sure);
      if (inverse !== undefined) visit(inverse, scope, false);
    };
    if (helper.original === 'if' || helper.original === 'unless') {
      if (argument !== undefined) useParam(argument, scope, 'boolean', false);
      both(scope, false);
      return;
    }
    const subject = argument ?? helper;
    const isEach = helper.original === 'each';
    if (!isPath(subject)) {
      useParam(subject, scope, undefined, required);
      both(scope, false);
      return;
    }
    const variable = note(
      subject,
      scope,
      isEach ? 'array' : helper.original === 'with' ? 'object' : 'boolean',
      required && inverse === undefined,
    );
    const names = (main?.blockParams ?? []).map((name, i) => [name, i === 0 ? variable : undefined] as const);
    both({ fields: variable?.fields ?? {}, parent: scope, names: new Map(names) }, required);
  };

  const visit = (program: hbs.AST.Program, scope: Scope, required: boolean): void => {
    for (const [name, body] of inlinePartials(program)) partials.set(name, body);
    for (const statement of program.body) {
      if (statement.type === 'MustacheStatement') {
        const mustache = statement as hbs.AST.MustacheStatement;
        if (mustache.params.length > 0) call(mustache, scope, required);
        else if (isPath(mustache.path)) note(mustache.path, scope, undefined, required);
      } else if (statement.type === 'BlockStatement') {
        block(statement as hbs.AST.BlockStatement, scope, required);
      } else if (statement.type === 'PartialStatement') {
        const { name, params, hash } = statement as hbs.AST.PartialStatement;
        const key = isPath(name) ? name.original : '';
        const body = partials.get(key);
        const [context] = params;
        for (const { value } of (hash as hbs.AST.Hash | undefined)?.pairs ?? []) useParam(value, scope, undefined, false);
        if (body === undefined || open.has(key)) continue;
        const subject =
          context !== undefined && isPath(context) && context.parts.length > 0 ? note(context, scope, 'object', required) : undefined;
        const own = new Map(((hash as hbs.AST.Hash | undefined)?.pairs ?? []).map((pair) => [pair.key, undefined] as const));
        open.add(key);
        visit(body, { fields: subject?.fields ?? scope.fields, parent: scope, names: own }, required);
        open.delete(key);
      }
    }
  };

  for (const ast of templates) visit(ast, { fields: root, parent: undefined, names: new Map() }, true);
  return root;
}

/** A use that says more wins over one that says less. */
function rank(kind: Variable['kind']): number {
  return { boolean: 0, string: 1, date: 2, number: 3, object: 4, array: 5 }[kind];
}
