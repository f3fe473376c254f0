import Handlebars from 'handlebars';
import { isPath } from './syntax.ts';

/** What a call of a helper is about, as its author wrote it. */
interface CallSite {
  /** Paths of its arguments, as people name them: `items.price` within `{{#each items}}`. */
  readonly subjects: readonly string[];
  /** Names that the body of a block uses of each of its rows; undefined where it asks for rows' keys, or prints them whole. */
  readonly fields: ReadonlySet<string> | undefined;
}

export type CallSites = ReadonlyMap<string, CallSite>;

/** By which a call is found again when it runs. */
export const siteKey = ({ line, column }: hbs.AST.Position): string => `${String(line)}:${String(column)}`;

interface Scope {
  /** What the names of variables inside begin with: `items.`. */
  readonly prefix: string;
  readonly params: ReadonlySet<string>;
}

type Call = hbs.AST.MustacheStatement | hbs.AST.SubExpression | hbs.AST.BlockStatement;

/** Every call of a template by its place. */
export function callSitesOf(ast: hbs.AST.Program): CallSites {
  const sites = new Map<string, CallSite>();
  const scopes: Scope[] = [{ prefix: '', params: new Set() }];

  const nameOf = (path: hbs.AST.PathExpression): string => {
    const parts = path.parts.join('.');
    if (path.data) return path.parts[0] === 'root' ? path.parts.slice(1).join('.') : path.original;
    if (scopes.some(({ params }) => params.has(path.parts[0] ?? ''))) return parts;
    const prefix = scopes.at(-1 - path.depth)?.prefix ?? '';
    return parts === '' ? prefix.slice(0, -1) || 'this' : prefix + parts;
  };
  const subjectOf = (node: hbs.AST.Node): string => {
    if (isPath(node)) return nameOf(node);
    if (node.type === 'SubExpression') return `(${pathOf(node as hbs.AST.SubExpression)} …)`;
    return 'value' in node ? JSON.stringify(node.value) : '';
  };
  const add = (call: Call, fields?: ReadonlySet<string>): void => {
    sites.set(siteKey(call.loc.start), { subjects: call.params.map(subjectOf), fields });
  };

  class Sites extends Handlebars.Visitor {
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      if (mustache.params.length > 0) add(mustache);
      super.MustacheStatement(mustache);
    }
    override SubExpression(expression: hbs.AST.SubExpression): void {
      add(expression);
      super.SubExpression(expression);
    }
    override BlockStatement(block: hbs.AST.BlockStatement): void {
      const name = pathOf(block);
      const main = block.program as hbs.AST.Program | undefined; // absent where a block has only its inverse
      add(block, name === 'each' && main !== undefined ? fieldsOf(main) : undefined);
      this.acceptArray(block.params);
      this.accept(block.hash);
      if (main !== undefined) {
        const subject = block.params[0] ?? block.path;
        const isScope = name !== 'if' && name !== 'unless';
        const prefix = isScope && isPath(subject) ? `${nameOf(subject)}.` : (scopes.at(-1)?.prefix ?? '');
        const params = new Set((main.blockParams as string[] | undefined) ?? []); // the typings promise it, the parser does not
        if (isScope) scopes.push({ prefix, params });
        this.accept(main);
        if (isScope) scopes.pop();
      }
      if ((block.inverse as hbs.AST.Program | undefined) !== undefined) this.accept(block.inverse);
    }
  }
  new Sites().accept(ast);
  return sites;
}

const pathOf = ({ path }: Call): string => (isPath(path) ? path.original : '');

/** Names of fields in the body of a list, but for what stands in lists and objects within. */
function fieldsOf(body: hbs.AST.Program): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  let isWhole = (body.blockParams as string[] | undefined)?.length !== undefined && body.blockParams.length > 0;
  class Fields extends Handlebars.Visitor {
    override PathExpression(path: hbs.AST.PathExpression): void {
      const [first] = path.parts;
      if (path.data ? first === 'key' : path.depth === 0 && first === undefined) isWhole = true;
      else if (!path.data && path.depth === 0 && first !== undefined) fields.add(first);
    }
    override BlockStatement(block: hbs.AST.BlockStatement): void {
      this.acceptArray(block.params);
      const name = pathOf(block);
      const isScope = name !== 'if' && name !== 'unless';
      const inner: readonly (hbs.AST.Program | undefined)[] = isScope ? [block.inverse] : [block.program, block.inverse];
      for (const part of inner) if (part !== undefined) this.accept(part);
    }
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      this.params(mustache, mustache.params.length > 0);
    }
    override SubExpression(expression: hbs.AST.SubExpression): void {
      this.params(expression, true);
    }
    params(call: hbs.AST.MustacheStatement | hbs.AST.SubExpression, isCall: boolean): void {
      if (!isCall) this.accept(call.path);
      this.acceptArray(call.params);
      this.accept(call.hash);
    }
  }
  new Fields().accept(body);
  return isWhole ? undefined : fields;
}
