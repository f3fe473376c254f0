import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl+S', 'Save'],
  ['Ctrl+Enter', 'Render now'],
  ['Alt+1 to Alt+8', 'Go to a tab'],
  ['Ctrl+Space', 'Complete a variable or helper'],
  ['Ctrl+F', 'Search in the editor'],
  ['Tab', 'Indent, inside an editor'],
  ['Escape, then Tab', 'Leave an editor'],
];

/** The keys of the studio, on demand. */
export function KeyboardHelp(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  return html`<button type="button" onClick=${() => dialog.current?.showModal()}>Keyboard</button>
    <dialog ref=${dialog} aria-labelledby="keyboard-title">
      <h2 id="keyboard-title">Keyboard</h2>
      <dl class="facts">
        ${KEYS.map(
          ([keys, what]) =>
            html`<dt><kbd>${keys}</kbd></dt>
              <dd>${what}</dd>`,
        )}
      </dl>
      <p class="text">On a Mac, Ctrl is Command.</p>
      <form method="dialog" class="actions"><button autofocus>Close</button></form>
    </dialog>`;
}
