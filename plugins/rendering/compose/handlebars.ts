import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import type { Region } from '../contract.ts';
import { type CallSites, callSitesOf } from './call-sites.ts';
import { HelperRefused, type Merge, registerHelpers } from './helpers/register.ts';
import { noteMissing } from './missing-variables.ts';
import { type ComposeNote, Notes } from './notes.ts';
import { parseTemplate } from './parse-template.ts';
import { SourceRefused } from './problem.ts';
import { checkTemplate, describe, KNOWN_HELPERS, shortName } from './template-check.ts';
import { rewriteTemplate } from './template-rewrite.ts';

const MAX_EXPRESSIONS = 20_000;
const MAX_DEPTH = 100;
const MAX_OUTPUT = 10 * 1024 * 1024;
const CACHE_SIZE = 200;

interface CompiledTemplate {
  readonly ast: hbs.AST.Program;
  readonly sites: CallSites;
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

/** The library's messages are about its own code; one sentence with line and column is what a caller needs. */
function describeError(error: unknown, source: string, ast?: hbs.AST.Program): string {
  if (error instanceof HelperRefused) return describe(error.line, error.column, `${error.helper}: ${error.message}`);
  const text = error instanceof Error ? error.message : String(error);
  const partial = /^The partial (.*) could not be found/s.exec(text)?.[1];
  if (partial !== undefined && ast !== undefined) {
    const at = findPartialUse(ast, partial)?.loc.start;
    const reason = `there is no partial ${shortName(partial)} here; define it with {{#*inline}} in front of its use`;
    return describe(at?.line, at === undefined ? undefined : at.column + 1, reason);
  }
  if (error instanceof RangeError)
    return describe(undefined, undefined, 'a partial that calls itself never ends, or blocks nest too deeply');
  const location = error as { lineNumber?: number; column?: number; hash?: { loc?: { first_line?: number; first_column?: number } } };
  const line = location.lineNumber ?? location.hash?.loc?.first_line ?? (Number(/on line (\d+)/.exec(text)?.[1]) || undefined);
  const column = location.column ?? location.hash?.loc?.first_column ?? drawnColumn(text, source);
  return describe(line, column, reasonOf(text));
}

function reasonOf(text: string): string {
  if (/^Parse error.*\n[^]*got 'EOF'/.test(text)) return 'the template ends before a block or expression is closed';
  if (/^Parse error/.test(text)) return 'this is not expected here';
  if (/^Lexical error/.test(text)) return 'this cannot be read as an expression';
  const path = /^Invalid path: (\S{1,100})/.exec(text)?.[1];
  if (path !== undefined) return `${path} is no path: this and .. may only stand at its beginning`;
  const ends = /^(\S{1,60}) doesn't match (\S{1,60})/.exec(text);
  if (ends !== null) return `${ends[1] ?? ''} doesn't match ${ends[2] ?? ''}, which ends it`;
  return 'the template does not work with this data';
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

/** The runtime names the partial it lacks, not the place that asks for it; a name from the data is asked for somewhere. */
function findPartialUse(ast: hbs.AST.Program, name: string): hbs.AST.PartialStatement | undefined {
  const uses: hbs.AST.PartialStatement[] = [];
  const visitor = new Handlebars.Visitor();
  visitor.PartialStatement = (partial) => {
    uses.push(partial);
  };
  visitor.accept(ast);
  const named = uses.find((use) => 'original' in use.name && use.name.original === name);
  return named ?? uses.find((use) => use.name.type === 'SubExpression');
}

/** Templates of one thread: an environment of its own without `log` and partials, and what it compiled lately. */
export class Templates {
  readonly #environment = Handlebars.create();
  readonly #cache = new Map<string, CompiledTemplate>();
  readonly #merge: Merge = { notes: new Notes(), sites: new Map() };

  constructor() {
    this.#environment.unregisterHelper('log');
    registerHelpers(this.#environment, this.#merge);
  }

  /** Merges data into a template; `notes` say what of it prints otherwise than was probably meant. */
  render(source: string, data: Readonly<Record<string, unknown>>, region: Region = {}): { html: string; notes: ComposeNote[] } {
    const { ast, sites, render } = this.#compile(source);
    const notes = new Notes();
    Object.assign(this.#merge, { notes, sites });
    let html: string;
    try {
      // `@locale`, `@timezone` and `@currency` in a template, and what helpers format by.
      html = render(data, { data: { ...region }, allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false });
    } catch (error) {
      throw new SourceRefused('html', describeError(error, source, ast));
    }
    if (html.length > MAX_OUTPUT) throw new SourceRefused('html', `becomes larger than ${String(MAX_OUTPUT)} characters with this data`);
    noteMissing(notes, ast, sites, data, { ...region });
    return { html, notes: notes.all };
  }

  /** @throws SourceRefused for a template that does not compile */
  parse(source: string): hbs.AST.Program {
    return this.#compile(source).ast;
  }

  #compile(source: string): CompiledTemplate {
    const digest = createHash('sha256').update(source).digest('base64');
    const known = this.#cache.get(digest);
    if (known !== undefined) return known;
    refuseHugeTemplate(source);
    let compiled: CompiledTemplate;
    try {
      const ast = parseTemplate(this.#environment, source);
      rewriteTemplate(ast);
      compiled = {
        ast,
        sites: callSitesOf(ast),
        render: this.#environment.compile(ast, { knownHelpers: KNOWN_HELPERS, preventIndent: true }),
      };
    } catch (error) {
      throw new SourceRefused('html', describeError(error, source));
    }
    checkTemplate(compiled.ast);
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size >= CACHE_SIZE && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(digest, compiled);
    return compiled;
  }
}
