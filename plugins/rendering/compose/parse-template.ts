import Handlebars from 'handlebars';

const MUSTACHE = /\{\{[\s\S]*?\}\}/g;
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
/** A path that ends in the number of a row: `items.0`. */
const ROW = /(?<![\w.\]$-])((?:@|\.{1,2}\/)*[A-Za-z_$][\w$-]*(?:\.(?:[\w$-]+|\[[^\]]*\]))*?)\.(\d+)(?=[\s)}|~]|$)/g;

/** A character that was put into the text, by the place behind it. */
interface Insertion {
  readonly line: number;
  readonly column: number;
}

/**
 * The syntax tree of a template. The library's grammar has the number of a row in the middle of a path only (`items.0.name`); here it may be
 * the last part, too. Lines and columns are those of the source.
 * @throws the library's own errors
 */
export function parseTemplate(environment: typeof Handlebars, source: string): hbs.AST.Program {
  try {
    return environment.parse(source);
  } catch (error) {
    const { text, insertions } = withBracketedRows(source);
    if (insertions.length === 0) throw error;
    let ast: hbs.AST.Program;
    try {
      ast = environment.parse(text);
    } catch {
      throw error; // of the text as its author wrote it
    }
    moveBack(ast, insertions);
    return ast;
  }
}

function withBracketedRows(source: string): { readonly text: string; readonly insertions: readonly Insertion[] } {
  const insertions: Insertion[] = [];
  let text = '';
  const add = (piece: string): void => {
    text += piece;
  };
  const bracket = (sign: string): void => {
    add(sign);
    const before = text.lastIndexOf('\n') + 1;
    insertions.push({ line: text.split('\n').length, column: text.length - before });
  };
  let at = 0;
  for (const mustache of source.matchAll(MUSTACHE)) {
    // What stands in quotes is no path.
    const masked = mustache[0].replace(TEXT, (quoted) => '_'.repeat(quoted.length));
    for (const row of masked.matchAll(ROW)) {
      const number = row[2] ?? '';
      const start = mustache.index + row.index + row[0].length - number.length;
      add(source.slice(at, start));
      bracket('[');
      add(number);
      bracket(']');
      at = start + number.length;
    }
  }
  return { text: text + source.slice(at), insertions };
}

function moveBack(ast: hbs.AST.Program, insertions: readonly Insertion[]): void {
  const moved = new Set<hbs.AST.Position>();
  const move = (position: hbs.AST.Position): void => {
    if (moved.has(position)) return;
    moved.add(position);
    position.column -= insertions.filter(({ line, column }) => line === position.line && column <= position.column).length;
  };
  class Places extends Handlebars.Visitor {
    override accept(node: hbs.AST.Node): void {
      const { loc } = (node as hbs.AST.Node | undefined) ?? {}; // what is optional is asked for all the same
      if (loc !== undefined) {
        move(loc.start);
        move(loc.end);
      }
      super.accept(node);
    }
  }
  new Places().accept(ast);
}
