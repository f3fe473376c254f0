import { html } from 'htm/preact';
import type { Block, Field } from '../contract.ts';
import { linkButton, type ViewContext, type View } from './cells.ts';

type FormBlock = Extract<Block, { kind: 'form' }>;
type FilterBlock = Extract<Block, { kind: 'filters' }>;

const PASSWORD: Field = {
  name: '_password',
  label: 'Your password',
  kind: 'password',
  required: true,
  hint: 'Asked for because this makes or shows a secret.',
  autocomplete: 'current-password',
};

interface Shown {
  readonly id: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly described: string | undefined;
  readonly wrong: boolean;
}

function input(field: Field, { id, value, values, described, wrong }: Shown): View {
  const common = {
    id,
    name: field.name,
    required: field.required,
    'aria-describedby': described,
    'aria-invalid': wrong ? 'true' : undefined,
  };
  switch (field.kind) {
    case 'area':
      return html`<textarea ...${common} rows="4" maxlength=${field.maxLength}>${value}</textarea>`;
    case 'select':
      return html`<select ...${common}>
        ${(field.options ?? []).map((option) => html`<option value=${option.value} selected=${option.value === value}>${option.text}</option>`)}
      </select>`;
    case 'checks':
      return html`<span class="checks">
        ${(field.options ?? []).map(
          (option) =>
            html`<label>
              <input type="checkbox" name=${field.name} value=${option.value} checked=${values.includes(option.value)} /> ${option.text}
            </label>`,
        )}
      </span>`;
    default:
      return html`<input
        ...${common}
        type=${field.kind}
        value=${field.kind === 'password' ? '' : value}
        maxlength=${field.maxLength}
        autocomplete=${field.autocomplete ?? 'off'}
      />`;
  }
}

export function field(spec: Field, prefix: string, problem: string | undefined, sent: URLSearchParams | undefined): View {
  const id = `${prefix}-${spec.name}`;
  const notes = [spec.hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`].filter((note) => note !== '');
  const shown: Shown = {
    id,
    value: sent?.get(spec.name) ?? spec.value ?? '',
    values: sent?.getAll(spec.name) ?? spec.values ?? [],
    described: notes.length === 0 ? undefined : notes.join(' '),
    wrong: problem !== undefined,
  };
  const hint = spec.hint === undefined ? null : html`<small id=${`${id}-hint`}>${spec.hint}</small>`;
  const wrong = problem === undefined ? null : html`<small class="problem" id=${`${id}-problem`}>${spec.label} ${problem}.</small>`;
  return spec.kind === 'checks'
    ? html`<fieldset class="field">
        <legend>${spec.label}</legend>
        ${input(spec, shown)}${hint}${wrong}
      </fieldset>`
    : html`<div class="field"><label for=${id}>${spec.label}</label>${input(spec, shown)}${hint}${wrong}</div>`;
}

export function form(context: ViewContext, block: FormBlock): View {
  const refused = context.refused?.action === block.action ? context.refused : undefined;
  const fields = context.asksPassword && context.secretActions.has(block.action) ? [...block.fields, PASSWORD] : block.fields;
  return html`<form class="card form" method="post" action=${context.here}>
    <input type="hidden" name="_csrf" value=${context.csrf} /><input type="hidden" name="_do" value=${block.action} />
    ${refused === undefined ? null : html`<p class="notice bad" role="alert">${refused.message}</p>`}
    ${fields.map((one) => field(one, block.action, refused?.fields[one.name === '_password' ? 'password' : one.name], refused?.sent))}
    <div class="actions"><button class=${block.tone ?? 'primary'}>${block.submit}</button></div>
  </form>`;
}

export function filters(context: ViewContext, { fields, download }: FilterBlock): View {
  const [path, query = ''] = context.here.split('?');
  return html`<form class="filters" method="get" action=${path}>
    ${fields.map((one) => field(one, 'filter', undefined, undefined))}
    <button class="plain">Apply</button>
    ${download === undefined ? null : linkButton(context, { text: 'Download CSV', href: query === '' ? download : `${download}?${query}` })}
  </form>`;
}
