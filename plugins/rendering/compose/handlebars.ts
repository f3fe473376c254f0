import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { HELPERS, type Region, registerHelpers } from './helpers.ts';
import { missingVariables } from './missing-variables.ts';
import { SourceRefused } from './problem.ts';
import { type Variables, variablesOf } from './variables.ts';

const MAX_EXPRESSIONS = 20_000;
const MAX_DEPTH = 100;
const MAX_OUTPUT = 10 * 1024 * 1024;
const CACHE_SIZE = 200;
const BUILT_IN = ['if', 'unless', 'each', 'with', 'lookup'];
const KNOWN_HELPERS = Object.fromEntries([...BUILT_IN, ...Object.keys(HELPERS)].map((name) => [name, true]));

interface CompiledTemplate {
  readonly ast: hbs.AST.Program;
  readonly render: HandlebarsTemplateDelegate;
}

/** Counts before parsing, because the parser's time grows faster than the text. */
function refuseHugeTemplate(source: string): void {
  let depth = 0;
  let count = 0;
  for (const [, kind] of source.matchAll(/\{\{\{?~?\s*([#/^]?)/g)) {
    if (++count > MAX_EXPRESSIONS) throw new SourceRefused('html', `has more than ${String(MAX_EXPRESSIONS)} Handlebars expressions`);
    if (kind === '#') depth++;
    else if (kind === '/') depth--;
    if (depth > MAX_DEPTH) throw new SourceRefused('html', `nests Handlebars blocks deeper than ${String(MAX_DEPTH)} levels`);
  }
}

/** The parser's message carries a drawing of the place; one sentence with line and column is what a caller needs. */
function describeError(error: unknown, source: string, ast?: hbs.AST.Program): string {
  const text = error instanceof Error ? error.message : String(error);
  const place = error as { lineNumber?: number; column?: number; hash?: { loc?: { first_line?: number; first_column?: number } } };
  const asked = /^(?:The partial (\S+) could not be found|Missing helper: "(.+)")/.exec(text);
  const name = asked?.[1] ?? asked?.[2];
  const line =
    place.lineNumber ??
    (ast === undefined || name === undefined ? undefined : lineOf(ast, name)) ??
    place.hash?.loc?.first_line ??
    /on line (\d+)/.exec(text)?.[1];
  const column = place.column ?? place.hash?.loc?.first_column ?? drawnColumn(text, source);
  const reason = text
    .replace(/^Parse error on line \d+:\n.*\n.*\n/, '')
    .replace(/^Expecting .*, got 'EOF'$/, 'the template ends before a block or expression is closed')
    .replace(/^Expecting .*, got '(\w+)'$/, 'this is not expected here')
    .replace(/ - \d+:\d+$/, '')
    .split('\n')[0];
  const where = line === undefined ? '' : ` at line ${String(line)}${column === undefined ? '' : `, column ${String(column)}`}`;
  return `Handlebars error${where}: ${(reason ?? '').slice(0, 200)}`;
}

/** The parser draws the place below an excerpt of the text: what is left of its arrow is looked for in the line. */
function drawnColumn(text: string, source: string): number | undefined {
  const drawing = /^Parse error on line (\d+):\n(.*)\n(-*)\^/.exec(text);
  if (drawing === null) return undefined;
  const line = source.split('\n')[Number(drawing[1]) - 1] ?? '';
  const before = (drawing[2] ?? '').slice(0, drawing[3]?.length ?? 0).replace(/^\.{3}/, '');
  for (let length = before.length; length > 0; length--) {
    const at = line.indexOf(before.slice(-length));
    if (at !== -1) return at + length + 1;
  }
  return 1;
}

/** The runtime names the partial or helper it lacks, not the place that asks for it. */
function lineOf(ast: hbs.AST.Program, name: string): number | undefined {
  let line: number | undefined;
  const note = (asked: hbs.AST.Node): void => {
    if ('original' in asked && asked.original === name) line ??= asked.loc.start.line;
  };
  const visitor = new Handlebars.Visitor();
  visitor.PartialStatement = (partial) => {
    note(partial.name);
  };
  visitor.PathExpression = note;
  visitor.accept(ast);
  return line;
}

/** Helpers and partials that do not exist would show only in a document whose data reaches them. */
function refuseUnknown(ast: hbs.AST.Program): void {
  const partials = new Set<string>();
  const refuse = (node: hbs.AST.Node, what: string): never => {
    const { line, column } = node.loc.start;
    throw new SourceRefused('html', `Handlebars error at line ${String(line)}, column ${String(column + 1)}: there is no ${what}`);
  };
  const check = (node: hbs.AST.MustacheStatement | hbs.AST.BlockStatement | hbs.AST.SubExpression): void => {
    const path = node.path as hbs.AST.PathExpression;
    const called = node.params.length > 0 || ((node.hash as hbs.AST.Hash | undefined)?.pairs.length ?? 0) > 0;
    if (called && !Object.hasOwn(KNOWN_HELPERS, path.original)) refuse(node, `helper ${path.original}`);
  };
  class Names extends Handlebars.Visitor {
    override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
      const [name] = decorator.params;
      if (name?.type === 'StringLiteral') partials.add((name as hbs.AST.StringLiteral).value);
      super.DecoratorBlock(decorator);
    }
  }
  class Calls extends Handlebars.Visitor {
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      check(mustache);
      super.MustacheStatement(mustache);
    }
    override BlockStatement(block: hbs.AST.BlockStatement): void {
      check(block);
      super.BlockStatement(block);
    }
    override SubExpression(expression: hbs.AST.SubExpression): void {
      check(expression);
      super.SubExpression(expression);
    }
    override PartialStatement(partial: hbs.AST.PartialStatement): void {
      const name = (partial.name as hbs.AST.PathExpression).original;
      if (!partials.has(name)) refuse(partial, `partial ${name}; define it with {{#*inline "${name}"}}`);
      super.PartialStatement(partial);
    }
  }
  new Names().accept(ast);
  new Calls().accept(ast);
}

/** Templates of one thread: an environment of its own without `log` and partials, and what it compiled lately. */
export class Templates {
  readonly #environment = Handlebars.create();
  readonly #cache = new Map<string, CompiledTemplate>();

  constructor() {
    this.#environment.unregisterHelper('log');
    registerHelpers(this.#environment);
  }

  /** Merges data into a template; `missing` names the variables that it uses and the data lacks. */
  render(source: string, data: Readonly<Record<string, unknown>>, region: Region = {}): { html: string; missing: string[] } {
    const { ast, render } = this.#compile(source);
    let html: string;
    try {
      // `@locale`, `@timezone` and `@currency` in a template, and what helpers format by.
      html = render(data, { data: { ...region }, allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false });
    } catch (error) {
      throw new SourceRefused('html', describeError(error, source, ast));
    }
    if (html.length > MAX_OUTPUT) throw new SourceRefused('html', `becomes larger than ${String(MAX_OUTPUT)} characters with this data`);
    return { html, missing: missingVariables(ast, data, { ...region }) };
  }

  /** @throws SourceRefused for a template that does not compile */
  variables(source: string): Variables {
    const { ast } = this.#compile(source);
    refuseUnknown(ast);
    return variablesOf(ast);
  }

  #compile(source: string): CompiledTemplate {
    const digest = createHash('sha256').update(source).digest('base64');
    const known = this.#cache.get(digest);
    if (known !== undefined) return known;
    refuseHugeTemplate(source);
    let compiled: CompiledTemplate;
    try {
      const ast = this.#environment.parse(source);
      compiled = { ast, render: this.#environment.compile(source, { knownHelpers: KNOWN_HELPERS, preventIndent: true }) };
    } catch (error) {
      throw new SourceRefused('html', describeError(error, source));
    }
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size >= CACHE_SIZE && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(digest, compiled);
    return compiled;
  }
}
