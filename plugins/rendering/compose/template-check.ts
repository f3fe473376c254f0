import Handlebars from 'handlebars';
import { argumentProblem } from './helpers/arguments.ts';
import { helperNamed, HELPERS } from './helpers/table.ts';
import { SourceRefused } from './problem.ts';
import { isPath } from './syntax.ts';

/** Handlebars' own helpers, each with the way it is called. */
const BLOCKS = new Set(['if', 'unless', 'each', 'with']);
/** Hooks of the library, which it also answers to as if they were helpers. */
const HOOKS = new Set(['helperMissing', 'blockHelperMissing']);
const isKnown = (name: string): boolean => BLOCKS.has(name) || name === 'lookup' || helperNamed(name) !== undefined;

/** What the compiler takes for helpers: `log` and the hooks are not offered. */
export const KNOWN_HELPERS = {
  ...Object.fromEntries([...BLOCKS, 'lookup', ...Object.keys(HELPERS)].map((name) => [name, true])),
  log: false,
  helperMissing: false,
  blockHelperMissing: false,
};

type Call = hbs.AST.MustacheStatement | hbs.AST.BlockStatement | hbs.AST.SubExpression | hbs.AST.DecoratorBlock;

function refuse(node: hbs.AST.Node, reason: string): never {
  throw new SourceRefused('html', describe(node.loc.start.line, node.loc.start.column + 1, reason));
}

/** One sentence with the place, as far as it is known. */
export function describe(line: number | undefined, column: number | undefined, reason: string): string {
  const where = line === undefined ? '' : ` at line ${String(line)}${column === undefined ? '' : `, column ${String(column)}`}`;
  return `Handlebars error${where}: ${reason}`;
}

/** What is called, where the compiler would look for a helper of that name. */
function calledName({ path }: Call): string {
  // A literal in the place of a path has no parts, which the typings leave out.
  const { original, parts, depth } = path as Omit<hbs.AST.PathExpression, 'parts'> & { readonly parts?: readonly string[] };
  const isSimple = parts?.length === 1 && depth === 0 && !/^\.|this\b/.test(original);
  return isSimple ? (parts[0] ?? original) : original;
}

/** The value of a literal; undefined for what only the data tells. */
const literalOf = (node: hbs.AST.Node): unknown => ('value' in node ? node.value : undefined);

/** A name as far as it is fit to be repeated to a caller. */
export const shortName = (name: string): string => (/^[\w@./-]{1,60}$/.test(name) ? name : 'of that name');

/**
 * Refuses calls that can never work, in branches that no data reaches too: helpers, partials and decorators that do
 * not exist, and Handlebars' own helpers with too few or too many arguments.
 */
export function checkTemplate(ast: hbs.AST.Program): void {
  const partials = findPartials(ast);
  const params: ReadonlySet<string>[] = [];
  const isBlockParam = (name: string): boolean => params.some((scope) => scope.has(name));

  const checkCall = (node: Call, form: 'inline' | 'block'): void => {
    const name = calledName(node);
    const count = node.params.length;
    const hash = node.hash as hbs.AST.Hash | undefined;
    const withArguments = count > 0 || (hash?.pairs.length ?? 0) > 0;
    const called = withArguments || node.type === 'SubExpression';
    if (!called && isBlockParam(name)) return;
    if (HOOKS.has(name)) refuse(node, `there is no helper ${name}`);
    if (!isKnown(name)) {
      if (called) refuse(node, `there is no helper ${shortName(name)}`);
      return;
    }
    if (BLOCKS.has(name)) {
      if (form === 'inline') refuse(node, `${name} is a block: write {{#${name} …}}…{{/${name}}}`);
      if (count !== 1) refuse(node, `${name} takes exactly one argument, as in {{#${name} name}}`);
    }
    const helper = helperNamed(name);
    if (helper !== undefined && isPath(node.path) && !/^this\b/.test(node.path.original)) {
      const byName = (hash?.pairs ?? []).map(({ key, value }) => [key, literalOf(value)] as const);
      const problem = argumentProblem(name, helper, { inOrder: node.params.map(literalOf), byName });
      if (problem !== undefined) refuse(node, `${name}: ${problem}`);
    }
    if (name === 'lookup' && count !== 2) refuse(node, 'lookup takes exactly two arguments, as in {{lookup list index}}');
  };

  // A block of which there is only the inverse has no program, which the typings leave out.
  const within = (program: hbs.AST.Program | undefined, visit: () => void): void => {
    params.push(new Set(program?.blockParams));
    visit();
    params.pop();
  };

  class Checks extends Handlebars.Visitor {
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      checkCall(mustache, 'inline');
      super.MustacheStatement(mustache);
    }
    override BlockStatement(block: hbs.AST.BlockStatement): void {
      checkCall(block, 'block');
      within(block.program, () => {
        super.BlockStatement(block);
      });
    }
    override SubExpression(expression: hbs.AST.SubExpression): void {
      checkCall(expression, 'inline');
      super.SubExpression(expression);
    }
    override PartialStatement(partial: hbs.AST.PartialStatement): void {
      checkPartial(partial, partials);
      super.PartialStatement(partial);
    }
    override Decorator(decorator: hbs.AST.Decorator): void {
      refuse(decorator, 'there are no decorators but {{#*inline "name"}}…{{/inline}}');
    }
    override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
      if (calledName(decorator) !== 'inline') refuse(decorator, 'there are no decorators but {{#*inline "name"}}…{{/inline}}');
      if (decorator.params.length !== 1 || decorator.params[0]?.type !== 'StringLiteral')
        refuse(decorator, 'inline takes exactly one argument, the name of the partial in quotes');
      super.DecoratorBlock(decorator);
    }
  }
  new Checks().accept(ast);
}

function checkPartial(partial: hbs.AST.PartialStatement, partials: ReadonlySet<string>): void {
  if (partial.name.type === 'SubExpression') return; // only the data tells
  const name = partial.name.original;
  if (name !== '@partial-block' && !partials.has(name))
    refuse(partial, `there is no partial ${shortName(name)}; define it with {{#*inline "${shortName(name)}"}}`);
}

/** Names that `inline` defines anywhere in the template. */
function findPartials(ast: hbs.AST.Program): ReadonlySet<string> {
  const partials = new Set<string>();
  class Finder extends Handlebars.Visitor {
    override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
      const [name] = decorator.params;
      if (name?.type === 'StringLiteral') partials.add((name as hbs.AST.StringLiteral).value);
      super.DecoratorBlock(decorator);
    }
  }
  new Finder().accept(ast);
  return partials;
}
