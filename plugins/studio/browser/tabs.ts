import { html } from 'htm/preact';
import type { VNode } from 'preact';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Digit that selects it together with Alt. */
  readonly digit: number;
  readonly content: unknown;
  readonly isCode?: boolean;
}

/** A pane of tabs by the ARIA pattern: arrows move, every panel stays in the page. */
export function Tabs({
  label,
  tabs,
  chosen,
  choose,
}: {
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  choose: (id: string) => void;
}): VNode {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.findIndex(({ id }) => id === chosen) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    choose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return html`<div class="card pane">
    <div role="tablist" aria-label=${label} onKeyDown=${move}>
      ${tabs.map(
        ({ id, title, digit }) =>
          html`<button
            type="button"
            role="tab"
            id=${`tab-${id}`}
            aria-controls=${`panel-${id}`}
            aria-selected=${String(id === chosen)}
            tabindex=${id === chosen ? 0 : -1}
            title=${`Alt+${String(digit)}`}
            onClick=${() => choose(id)}
          >
            ${title}
          </button>`,
      )}
    </div>
    ${tabs.map(
      ({ id, content, isCode }) =>
        html`<div
          role="tabpanel"
          id=${`panel-${id}`}
          aria-labelledby=${`tab-${id}`}
          class=${isCode === true ? 'code' : ''}
          hidden=${id !== chosen}
          tabindex=${isCode === true ? undefined : 0}
        >
          ${content}
        </div>`,
    )}
  </div>`;
}
