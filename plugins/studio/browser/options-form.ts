import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Options } from './types.ts';

interface Line {
  readonly name: 'margin' | 'header' | 'footer';
  readonly label: string;
  readonly hint: string;
}

const LINES: readonly Line[] = [
  { name: 'margin', label: 'Margin', hint: 'A length such as 0.5in, 2cm or 12mm; 0.5in when empty.' },
  { name: 'header', label: 'Header', hint: 'HTML, with {{pageNumber}} and {{totalPages}}.' },
  { name: 'footer', label: 'Footer', hint: 'HTML, with {{pageNumber}} and {{totalPages}}.' },
];

/** Options without what has its default. */
function changed(options: Options, name: keyof Options, value: string | boolean, usual: string | boolean): Options {
  const { [name]: _old, ...rest } = options;
  return value === usual ? rest : { ...rest, [name]: value };
}

/** Page options: sent with every preview, kept for the template, and part of the code samples. */
export function OptionsForm({ options, change }: { options: Options; change: (next: Options) => void }): VNode {
  const choose = (name: 'format' | 'orientation', usual: string) => (event: Event) => {
    change(changed(options, name, (event.target as HTMLSelectElement).value, usual));
  };
  const text = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
  return html`<div class="inset">
    <div class="grid2">
      <div class="field">
        <label for="format">Format</label>
        <select id="format" value=${text(options.format ?? 'A4')} onChange=${choose('format', 'A4')}>
          <option>A4</option>
          <option>Letter</option>
          <option>Legal</option>
        </select>
      </div>
      <div class="field">
        <label for="orientation">Orientation</label>
        <select id="orientation" value=${options.orientation ?? 'portrait'} onChange=${choose('orientation', 'portrait')}>
          <option>portrait</option>
          <option>landscape</option>
        </select>
      </div>
    </div>
    ${LINES.map(
      ({ name, label, hint }) =>
        html`<div class="field">
          <label for=${name}>${label}</label>
          <input
            id=${name}
            aria-describedby=${`${name}-hint`}
            value=${text(options[name])}
            onChange=${(event: Event) => change(changed(options, name, (event.target as HTMLInputElement).value.trim(), ''))}
          />
          <small id=${`${name}-hint`}>${hint}</small>
        </div>`,
    )}
    <label>
      <input
        type="checkbox"
        checked=${options.printBackground !== false}
        onChange=${(event: Event) => change(changed(options, 'printBackground', (event.target as HTMLInputElement).checked, true))}
      />
      Print backgrounds
    </label>
    <p class="text">These go with the preview and the code samples. A request to the API carries its own options.</p>
  </div>`;
}
