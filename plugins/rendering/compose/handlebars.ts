import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { missingVariables } from './missing-variables.ts';
import { SourceRefused } from './problem.ts';

const MAX_EXPRESSIONS = 20_000;
const MAX_DEPTH = 100;
const MAX_OUTPUT = 10 * 1024 * 1024;
const CACHE_SIZE = 200;
const HELPERS = { if: true, unless: true, each: true, with: true, lookup: true } as const;

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
function describeError(error: unknown, ast?: hbs.AST.Program): string {
  const text = error instanceof Error ? error.message : String(error);
  const place = error as { lineNumber?: number; column?: number; hash?: { loc?: { first_line?: number; first_column?: number } } };
  const asked = /^(?:The partial (\S+) could not be found|Missing helper: "(.+)")/.exec(text);
  const name = asked?.[1] ?? asked?.[2];
  const line =
    place.lineNumber ??
    (ast === undefined || name === undefined ? undefined : lineOf(ast, name)) ??
    place.hash?.loc?.first_line ??
    /on line (\d+)/.exec(text)?.[1];
  const column = place.column ?? place.hash?.loc?.first_column;
  const reason = text
    .replace(/^Parse error on line \d+:\n.*\n.*\n/, '')
    .replace(/ - \d+:\d+$/, '')
    .split('\n')[0];
  const where = line === undefined ? '' : ` at line ${String(line)}${column === undefined ? '' : `, column ${String(column)}`}`;
  return `Handlebars error${where}: ${(reason ?? '').slice(0, 200)}`;
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

/** Templates of one thread: an environment of its own without `log` and partials, and what it compiled lately. */
export class Templates {
  readonly #environment = Handlebars.create();
  readonly #cache = new Map<string, CompiledTemplate>();

  constructor() {
    this.#environment.unregisterHelper('log');
  }

  /** Merges data into a template; `missing` names the variables that it uses and the data lacks. */
  render(source: string, data: Readonly<Record<string, unknown>>): { html: string; missing: string[] } {
    const { ast, render } = this.#compile(source);
    let html: string;
    try {
      html = render(data, { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false });
    } catch (error) {
      throw new SourceRefused('html', describeError(error, ast));
    }
    if (html.length > MAX_OUTPUT) throw new SourceRefused('html', `becomes larger than ${String(MAX_OUTPUT)} characters with this data`);
    return { html, missing: missingVariables(ast, data) };
  }

  #compile(source: string): CompiledTemplate {
    const digest = createHash('sha256').update(source).digest('base64');
    const known = this.#cache.get(digest);
    if (known !== undefined) return known;
    refuseHugeTemplate(source);
    let compiled: CompiledTemplate;
    try {
      const ast = this.#environment.parse(source);
      compiled = { ast, render: this.#environment.compile(source, { knownHelpers: HELPERS, preventIndent: true }) };
    } catch (error) {
      throw new SourceRefused('html', describeError(error));
    }
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size >= CACHE_SIZE && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(digest, compiled);
    return compiled;
  }
}
