import Handlebars from 'handlebars';
import { helperNamed } from './helpers/table.ts';
import { isPath } from './syntax.ts';

/**
 * Reads what Handlebars would take for something else: a helper's name without arguments is a field of the data, and a raw
 * block prints what stands in it. Changes the tree.
 */
export function rewriteTemplate(ast: hbs.AST.Program): void {
  const params: ReadonlySet<string>[] = [];
  const isField = ({ path, params: args, hash }: hbs.AST.MustacheStatement | hbs.AST.BlockStatement): boolean => {
    const name = isPath(path) ? path.original : '';
    const isCalled = args.length > 0 || ((hash as hbs.AST.Hash | undefined)?.pairs.length ?? 0) > 0;
    return !isCalled && (helperNamed(name) !== undefined || name === 'lookup') && !params.some((scope) => scope.has(name));
  };
  const asField = ({ path }: hbs.AST.MustacheStatement | hbs.AST.BlockStatement): void => {
    if (isPath(path)) path.original = `this.${path.original}`;
  };

  class Rewriter extends Handlebars.Visitor {
    override Program(program: hbs.AST.Program): void {
      program.body = program.body.flatMap((statement) => (isRaw(statement) ? statement.program.body : [statement]));
      params.push(new Set((program.blockParams as string[] | undefined) ?? [])); // the typings promise it, the parser does not
      super.Program(program);
      params.pop();
    }
    override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
      if (isField(mustache)) asField(mustache);
      super.MustacheStatement(mustache);
    }
    override BlockStatement(block: hbs.AST.BlockStatement): void {
      if (isField(block)) asField(block);
      super.BlockStatement(block);
    }
  }
  new Rewriter().accept(ast);
}

/** Written in four braces. The parser says no word on the white space around such a block. */
function isRaw(statement: hbs.AST.Statement): statement is hbs.AST.BlockStatement {
  if (statement.type !== 'BlockStatement') return false;
  const { openStrip, path } = statement as hbs.AST.BlockStatement;
  return !('open' in openStrip) && isPath(path) && helperNamed(path.original) === undefined;
}
