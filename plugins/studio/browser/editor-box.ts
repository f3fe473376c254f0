import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createEditor, type Editor, type EditorOptions } from './editor.ts';

interface Props extends Omit<EditorOptions, 'parent' | 'onChange'> {
  /** Counts the times that `text` was replaced from outside; what is typed never comes back as a change from there. */
  readonly replaced: number;
  readonly onChange: (text: string) => void;
  readonly onReady?: (editor: Editor) => void;
}

/** An editor that lives as long as its place in the page; `text` is read when it is made, and each time it was replaced. */
export function EditorBox({ replaced, onChange, onReady, ...options }: Props): VNode {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  // Before the page is painted: an editor never shows another text than what stands around it.
  useLayoutEffect(() => {
    if (box.current === null) return;
    const made = createEditor({ ...options, parent: box.current, onChange: (text) => changed.current(text) });
    editor.current = made;
    onReady?.(made);
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => {
    if (replaced > 0) editor.current?.setText(options.text);
  }, [replaced]);
  return html`<div class="editor" ref=${box}></div>`;
}
