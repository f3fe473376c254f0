import { type CallSites, siteKey } from './call-sites.ts';
import { Formats } from './helpers/formats.ts';
import type { Call } from './helpers/helper.ts';
import { missing as missingSentence } from './helpers/register.ts';
import { helperNamed } from './helpers/table.ts';
import { isUnprintable, own } from './helpers/values.ts';
import type { Notes } from './notes.ts';
import { rowsOf } from './rows.ts';
import { inlinePartials, isPath } from './syntax.ts';

const MAX_ITERATIONS = 25;
const MAX_STEPS = 50_000;

interface Scope {
  readonly context: unknown;
  readonly parent: Scope | undefined;
  readonly params: ReadonlyMap<string, unknown>;
  /** What the path of a variable inside this scope is called for a person: `items.`. */
  readonly prefix: string;
}

/** The typings promise a hash where the parser gives none. */
interface HelperCall {
  readonly path: hbs.AST.Node;
  readonly params: readonly hbs.AST.Node[];
  readonly hash?: hbs.AST.Hash | undefined;
}

interface PartialCall extends Omit<HelperCall, 'path'> {
  readonly name: hbs.AST.Node;
}

/** Falsy as Handlebars sees it: an empty list too. */
const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : !value && value !== 0);

/**
 * Notes variables that a template prints and the data lacks, or that are objects without a text, by walking its syntax tree
 * along the branches the data takes. A variable that is only asked for by `if` or `unless` may be absent.
 */
export function noteMissing(
  notes: Notes,
  ast: hbs.AST.Program,
  sites: CallSites,
  data: unknown,
  region: NonNullable<Call['data']> = {},
): void {
  const partials = new Map<string, hbs.AST.Program>();
  const formats = new Formats();
  let steps = 0;
  const root: Scope = { context: data, parent: undefined, params: new Map(), prefix: '' };

  const resolve = (path: hbs.AST.PathExpression, from: Scope): { value: unknown; name: string } => {
    if (path.data) return { value: path.parts[0] === 'root' ? path.parts.slice(1).reduce(own, data) : null, name: path.original };
    let found: Scope | undefined = from;
    for (let up = 0; up < path.depth; up++) found = found?.parent;
    if (found === undefined) return { value: undefined, name: path.original };
    const scope = found;
    const [first] = path.parts;
    for (let outer: Scope | undefined = scope; outer !== undefined && first !== undefined && path.depth === 0; outer = outer.parent) {
      if (outer.params.has(first)) return { value: path.parts.slice(1).reduce(own, outer.params.get(first)), name: path.parts.join('.') };
    }
    return { value: path.parts.reduce(own, scope.context), name: scope.prefix + path.parts.join('.') };
  };

  /** What a helper gives for the data; those that ask may be asked for what is absent. */
  const callHelper = ({ path, params, hash }: HelperCall, scope: Scope): unknown => {
    const name = isPath(path) ? path.original : '';
    const asks = helperNamed(name)?.asks === true;
    const args = params.map((param) => (asks && isPath(param) ? resolve(param, scope).value : use(param, scope)));
    for (const { value } of hash?.pairs ?? []) use(value, scope);
    const helper = helperNamed(name);
    return helper?.asks === true ? helper.run(args, { formats, hash: {}, data: region, note: () => undefined }) : null;
  };

  const use = (node: hbs.AST.Node, scope: Scope): unknown => {
    if (node.type === 'SubExpression') return callHelper(node as unknown as HelperCall, scope);
    if (!isPath(node)) return 'value' in node ? node.value : null;
    const { value, name } = resolve(node, scope);
    if (value === undefined && name !== '') notes.add('MISSING_VARIABLE', name, missingSentence(name));
    return value;
  };

  const print = (node: hbs.AST.Node, scope: Scope): void => {
    const value = use(node, scope);
    if (!isPath(node) || !isUnprintable(value)) return;
    const name = resolve(node, scope).name || 'this';
    const what = Array.isArray(value) ? 'a list of objects' : 'an object';
    notes.add('NOT_PRINTABLE', name, `${name} is ${what}, which prints as [object Object]; print one of its fields.`);
  };

  const visitBlock = (block: hbs.AST.BlockStatement, scope: Scope): void => {
    const helper = block.path.original;
    const [argument] = block.params;
    const main = block.program as hbs.AST.Program | undefined; // absent where a block has only its inverse
    const inverse = block.inverse as hbs.AST.Program | undefined;
    if (helper === 'if' || helper === 'unless') {
      const value = argument === undefined ? undefined : isPath(argument) ? resolve(argument, scope).value : use(argument, scope);
      const taken = isEmpty(value) === (helper === 'unless') ? main : inverse;
      if (taken !== undefined) visit(taken, scope);
      return;
    }
    const subject = argument ?? block.path;
    const value = use(subject, scope);
    const prefix = isPath(subject) ? `${resolve(subject, scope).name}.` : '';
    const isList = helper === 'each' || Array.isArray(value);
    const items = isList ? rowsOf(value, sites.get(siteKey(block.loc.start))?.fields).entries : [['', value] as const];
    if (isEmpty(value) || items.length === 0) {
      if (inverse !== undefined) visit(inverse, scope);
      return;
    }
    if (main === undefined) return;
    const names = (main.blockParams as string[] | undefined) ?? []; // the typings promise it, the parser does not
    for (const item of items.slice(0, MAX_ITERATIONS)) {
      const params = new Map(names.map((name, i) => [name, item[i === 0 ? 1 : 0]] as const));
      visit(main, { context: item[1], parent: scope, params, prefix });
    }
  };

  const visitPartial = ({ name, params, hash }: PartialCall, scope: Scope): void => {
    const body = isPath(name) ? partials.get(name.original) : undefined;
    const [subject] = params;
    const context = subject === undefined ? scope.context : use(subject, scope);
    const given = Object.fromEntries((hash?.pairs ?? []).map(({ key, value }) => [key, use(value, scope)]));
    const whole = typeof context === 'object' && context !== null ? { ...context, ...given } : context;
    if (body !== undefined && steps < MAX_STEPS) visit(body, { context: whole, parent: scope, params: new Map(), prefix: scope.prefix });
  };

  const visit = (program: hbs.AST.Program, scope: Scope): void => {
    for (const [name, body] of inlinePartials(program)) partials.set(name, body);
    for (const statement of program.body) {
      if (++steps > MAX_STEPS) return;
      if (statement.type === 'MustacheStatement') {
        const mustache = statement as hbs.AST.MustacheStatement;
        if (mustache.params.length === 0) print(mustache.path, scope);
        else callHelper(mustache, scope);
      } else if (statement.type === 'PartialStatement') {
        visitPartial(statement as hbs.AST.PartialStatement, scope);
      } else if (statement.type === 'BlockStatement') {
        visitBlock(statement as hbs.AST.BlockStatement, scope);
      }
    }
  };

  visit(ast, root);
}
