import { autocompletion } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { html as htmlLanguage, htmlLanguage as htmlSupport } from '@codemirror/lang-html';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { type Diagnostic, linter, setDiagnostics } from '@codemirror/lint';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { closeBraces } from './braces.ts';
import { completeHandlebars, highlightHandlebars } from './handlebars.ts';

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.processingInstruction], color: 'var(--soft)' },
  { tag: [tags.angleBracket, tags.punctuation], color: 'var(--soft)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--select)' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
});

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly text: string;
  readonly language: 'html' | 'json';
  /** Names of what templates can call. */
  readonly helpers?: readonly string[];
  readData?(): unknown;
  onChange(text: string): void;
}

export interface Editor {
  setText(text: string): void;
  /** Marks a line, from 1; none ends all marks. */
  mark(problem: { readonly line: number; readonly message: string } | undefined): void;
  focus(): void;
  destroy(): void;
}

const LEAVE_HINT = 'Press Escape, then Tab, to leave the editor.';
/** After Escape, for so long Tab moves on instead of indenting. */
const LEAVE_MS = 10_000;

const leaveByTab = keymap.of([
  {
    key: 'Escape',
    run(view) {
      // After the editor's own answer to Escape, which leaves two seconds.
      setTimeout(() => view.setTabFocusMode(LEAVE_MS));
      return false;
    },
  },
]);

/** A CodeMirror editor of a template or of its data. */
export function createEditor({ parent, label, text, language, helpers = [], readData = () => ({}), onChange }: EditorOptions): Editor {
  const ofLanguage: Extension[] =
    language === 'json'
      ? [json(), linter(jsonParseLinter())]
      : [closeBraces, htmlLanguage(), highlightHandlebars, htmlSupport.data.of({ autocomplete: completeHandlebars(helpers, readData) })];
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        leaveByTab,
        basicSetup,
        autocompletion(),
        keymap.of([indentWithTab]),
        ofLanguage,
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': LEAVE_HINT }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark(problem) {
      const marks: Diagnostic[] = [];
      if (problem !== undefined) {
        const { from, to } = view.state.doc.line(Math.min(Math.max(problem.line, 1), view.state.doc.lines));
        marks.push({ from, to, severity: 'error', message: problem.message });
      }
      view.dispatch(setDiagnostics(view.state, marks));
    },
    focus() {
      view.focus();
    },
    destroy() {
      view.destroy();
    },
  };
}
