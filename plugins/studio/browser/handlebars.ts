import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const BLOCKS = ['if', 'unless', 'each', 'with'];
const MAX_DEPTH = 6;

const decorator = new MatchDecorator({
  regexp: /\{\{\{?(!--[\s\S]*?--|![^}]*|[#/^>]?\s*[^}]*)\}?\}\}/g,
  decoration: ([, inside = '']) =>
    Decoration.mark({ class: inside.startsWith('!') ? 'hb-comment' : /^[#/^]|^else\b/.test(inside) ? 'hb-block' : 'hb-value' }),
});

/** Marks what Handlebars replaces, over the highlighting of HTML. */
export const highlightHandlebars = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = decorator.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.marks = decorator.updateDeco(update, this.marks);
    }
  },
  { decorations: ({ marks }) => marks },
);

/** `customer.name`, and the fields of a list's items as they are called inside `each`. */
function pathsOf(data: unknown, prefix = '', depth = 0): Map<string, string> {
  const paths = new Map<string, string>();
  if (typeof data !== 'object' || data === null || depth > MAX_DEPTH) return paths;
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + name;
    const items = Array.isArray(value) ? (value as unknown[]) : undefined;
    paths.set(path, items === undefined ? typeof value : 'list');
    const inner = items === undefined ? pathsOf(value, `${path}.`, depth + 1) : pathsOf(items[0], '', depth + 1);
    for (const [below, kind] of inner) paths.set(below, kind);
  }
  return paths;
}

/** Variables of the sample data and helpers, between braces. */
export function completeHandlebars(helpers: readonly string[], readData: () => unknown): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const open = context.matchBefore(/\{\{\{?[#/^]?[^{}]*/);
    const word = context.matchBefore(/[\w.@]*/);
    if (open === null || word === null || (word.from === word.to && !context.explicit && !/\{\{[#/]?$/.test(open.text))) return null;
    const isBlock = /^\{\{\{?[#/]\w*$/.test(open.text);
    const options: Completion[] = isBlock
      ? BLOCKS.map((label) => ({ label, type: 'keyword' }))
      : [
          ...[...pathsOf(readData())].map(([label, detail]) => ({ label, detail, type: 'variable', boost: 1 })),
          ...helpers.map((label) => ({ label, detail: 'helper', type: 'function' })),
          ...['this', '@index', '@first', '@last', 'else'].map((label) => ({ label, type: 'keyword' })),
        ];
    return { from: word.from, options, validFor: /^[\w.@]*$/ };
  };
}
