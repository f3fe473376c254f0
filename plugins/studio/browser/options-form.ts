import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { EditorBox } from './editor-box.ts';
import type { Options } from './types.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof SIDES)[number];
type Sides = Partial<Record<Side, string | number>>;

const FORMATS = ['A4', 'Letter', 'Legal'];
const OTHER = 'other';
const OTHER_SIZE = { width: '210mm', height: '297mm' };
const LINES = [
  { name: 'header', label: 'Header' },
  { name: 'footer', label: 'Footer' },
] as const;
const REGION = [
  { name: 'locale', label: 'Locale', hint: 'Such as de or en-US; en-US when empty.' },
  { name: 'timezone', label: 'Time zone', hint: 'Such as Europe/Berlin; UTC when empty.' },
  { name: 'currency', label: 'Currency', hint: 'Such as EUR; used by formatCurrency without one.' },
] as const;

/** Options without what has its default. */
function changed(options: Options, name: keyof Options, value: Options[keyof Options] | undefined): Options {
  const { [name]: _old, ...rest } = options;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}

const sidesOf = (margin: Options['margin']): Sides =>
  typeof margin === 'object' ? margin : margin === undefined ? {} : Object.fromEntries(SIDES.map((side) => [side, margin]));

/** One length when all sides have the same. */
function marginOf(sides: Sides): Options['margin'] | undefined {
  const given = SIDES.filter((side) => sides[side] !== undefined && sides[side] !== '');
  if (given.length === 0) return undefined;
  const lengths = new Set(given.map((side) => sides[side]));
  return given.length === SIDES.length && lengths.size === 1
    ? [...lengths][0]
    : Object.fromEntries(given.map((side) => [side, sides[side]]));
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

interface TextProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly set: (value: string) => void;
}

/** Every letter is a change of its own: nothing that is drawn anew meanwhile takes one back. */
const TextField = ({ id, label, value, hint, placeholder, set }: TextProps): VNode =>
  html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      value=${value}
      placeholder=${placeholder}
      autocomplete="off"
      spellcheck="false"
      aria-describedby=${hint === undefined ? undefined : `${id}-hint`}
      onInput=${(event: Event) => set(valueOf(event))}
    />
    ${hint === undefined ? null : html`<small id=${`${id}-hint`}>${hint}</small>`}
  </div>`;

interface Props {
  readonly options: Options;
  /** Counts the times that they were replaced from outside. */
  readonly replaced: number;
  readonly change: (next: (options: Options) => Options) => void;
}

function Paper({ options, change }: Props): VNode {
  const { format = '', orientation = '' } = options;
  const size = typeof format === 'object' ? (format as Record<'width' | 'height', string | number>) : undefined;
  const set = (name: keyof Options, value: Options[keyof Options]): void => change((old) => changed(old, name, value));
  return html`<div class="grid2">
      <div class="field">
        <label for="format">Format</label>
        <select
          id="format"
          value=${size === undefined ? format : OTHER}
          onChange=${(event: Event) => set('format', valueOf(event) === OTHER ? OTHER_SIZE : valueOf(event))}
        >
          <option value="">As @page in the template says, else A4</option>
          ${FORMATS.map((one) => html`<option value=${one}>${one}</option>`)}
          <option value=${OTHER}>Other size</option>
        </select>
      </div>
      <div class="field">
        <label for="orientation">Orientation</label>
        <select id="orientation" value=${orientation} onChange=${(event: Event) => set('orientation', valueOf(event))}>
          <option value="">As @page in the template says, else portrait</option>
          <option value="portrait">Portrait</option>
          <option value="landscape">Landscape</option>
        </select>
      </div>
    </div>
    ${
      size === undefined
        ? null
        : html`<div class="grid2">
            ${(['width', 'height'] as const).map(
              (side) =>
                html`<${TextField}
                  id=${`paper-${side}`}
                  label=${side === 'width' ? 'Width' : 'Height'}
                  value=${String(size[side])}
                  hint="A length such as 100mm or 4in."
                  set=${(value: string) => set('format', { ...size, [side]: value })}
                />`,
            )}
          </div>`
    }
    <div class="field">
      <label for="fit">Content wider than the page</label>
      <select id="fit" value=${options.fit ?? ''} onChange=${(event: Event) => set('fit', valueOf(event))}>
        <option value="">Keep its size and cut it off, with a warning</option>
        <option value="shrink">Draw the whole document smaller</option>
      </select>
    </div>`;
}

/** Page options: sent with every preview, and saved with the template’s version. */
export function OptionsForm(props: Props): VNode {
  const { options, replaced, change } = props;
  const sides = sidesOf(options.margin);
  const set = (name: keyof Options, value: Options[keyof Options] | undefined): void => change((old) => changed(old, name, value));
  return html`<div class="inset">
    <${Paper} ...${props} />
    <fieldset class="field">
      <legend>Margin</legend>
      <div class="grid4">
        ${SIDES.map(
          (side) =>
            html`<${TextField}
              id=${`margin-${side}`}
              label=${(side[0] ?? '').toUpperCase() + side.slice(1)}
              value=${String(sides[side] ?? '')}
              placeholder="0.5in"
              set=${(value: string) => change((old) => changed(old, 'margin', marginOf({ ...sidesOf(old.margin), [side]: value })))}
            />`,
        )}
      </div>
      <small>Lengths such as 0.5in, 2cm or 12mm. An empty side has 0.5in, unless @page in the template says otherwise.</small>
    </fieldset>
    ${LINES.map(
      ({ name, label }) =>
        html`<div class="field">
          <span class="label" aria-hidden="true">${label}</span>
          <div class="small-editor">
            <${EditorBox}
              label=${label}
              text=${options[name] ?? ''}
              language="html"
              replaced=${replaced}
              onChange=${(value: string) => set(name, value.trim() === '' ? undefined : value)}
            />
          </div>
          <small>HTML, printed on every page. {{pageNumber}} and {{totalPages}} are filled in.</small>
        </div>`,
    )}
    <div class="grid2">
      ${REGION.map(
        ({ name, label, hint }) =>
          html`<${TextField}
            id=${name}
            label=${label}
            value=${options[name] ?? ''}
            hint=${hint}
            set=${(value: string) => set(name, value.trim())}
          />`,
      )}
    </div>
    <label>
      <input
        type="checkbox"
        checked=${options.printBackground !== false}
        onChange=${(event: Event) => set('printBackground', (event.target as HTMLInputElement).checked ? undefined : false)}
      />
      Print backgrounds
    </label>
    <p class="text">Saved with the template’s version. Documents print like this, unless a request says otherwise.</p>
  </div>`;
}
