import { Prec, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const MAX_BRACES = 3;

const opened = (before: string): number => /\{*$/.exec(before)?.[0].length ?? 0;
const closed = (after: string): number => /^\}*/.exec(after)?.[0].length ?? 0;

/** Whether the cursor stands behind `{{ …`, or between the braces that end it. */
function isInside(before: string): boolean {
  const [, open = '', end = ''] = /(\{{2,3})[^{}]*(\}*)$/.exec(before) ?? [];
  return end.length < open.length;
}

/**
 * `{{` and `{{{` close themselves wherever they are typed: the editor's own brackets do so only before blanks and brackets, not
 * before `</td>` or inside an attribute. Braces that are there already are typed over.
 */
export const closeBraces: Extension = Prec.highest(
  EditorView.inputHandler.of((view, from, to, insert) => {
    if (view.composing || view.state.readOnly || from !== to || (insert !== '{' && insert !== '}')) return false;
    const line = view.state.doc.lineAt(from);
    const [before, after] = [line.text.slice(0, from - line.from), line.text.slice(from - line.from)];
    if (insert === '}') {
      if (!after.startsWith('}') || !isInside(before)) return false;
      view.dispatch({ selection: { anchor: from + 1 }, scrollIntoView: true, userEvent: 'input.type' });
      return true;
    }
    const open = opened(before) + 1;
    if (open < 2 || open > MAX_BRACES) return false;
    const missing = Math.max(open - closed(after), 0);
    view.dispatch({
      changes: { from, insert: `{${'}'.repeat(missing)}` },
      selection: { anchor: from + 1 },
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  }),
);
