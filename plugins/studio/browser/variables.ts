import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Api, messageOf } from './api.ts';
import { describedSchema, type Edits, exampleOf, type JsonSchema, type Variable, variablesOf, type Words } from './described-schema.ts';

const FORMATS = ['date', 'date-time', 'time', 'email', 'uri'] as const;
const NO_EDITS: Edits = new Map();

interface Loaded {
  readonly schema: JsonSchema;
  readonly declared: unknown;
}

export interface Described {
  readonly variables: readonly Variable[] | undefined;
  readonly problem: string;
  readonly isChanged: boolean;
  readonly edit: (variable: Variable, words: Words) => void;
  /** The schema to save; undefined when nothing was changed. */
  readonly schema: () => object | undefined;
  /** What was changed is saved now. */
  readonly saved: () => void;
  readonly edits: Edits;
  /** Forgets what was changed. */
  readonly discard: () => void;
}

/** The variables of the saved template with the words of their author, read when they are first shown and after each save. */
export function useVariables(api: Api, id: string, version: number, isShown: boolean, kept: Edits = NO_EDITS): Described {
  const [loaded, setLoaded] = useState<Loaded>();
  const [edits, setEdits] = useState(kept);
  const [problem, setProblem] = useState('');
  const [saves, setSaves] = useState(0);
  useEffect(() => {
    if (!isShown && edits.size === 0) return;
    let isWanted = true;
    const read = Promise.all([
      api.call<{ schema: unknown }>('GET', `/v1/templates/${id}`),
      api.call<JsonSchema>('GET', `/v1/templates/${id}/schema`),
    ]);
    read.then(
      ([{ schema: declared }, schema]) => {
        if (!isWanted) return;
        setLoaded({ schema, declared });
        setProblem('');
      },
      (error: unknown) => isWanted && setProblem(messageOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [id, version, isShown, saves]);
  const known = loaded === undefined ? undefined : variablesOf(loaded.schema, loaded.declared);
  return {
    variables: known?.map((variable) => ({ ...variable, words: edits.get(variable.id) ?? variable.words })),
    problem,
    isChanged: edits.size > 0,
    edit: ({ id: of }, words) => setEdits((old) => new Map(old).set(of, words)),
    schema: () => (loaded === undefined || edits.size === 0 ? undefined : describedSchema(loaded.schema, loaded.declared, edits)),
    saved: () => {
      setEdits(NO_EDITS);
      setSaves((count) => count + 1);
    },
    edits,
    discard: () => setEdits(NO_EDITS),
  };
}

/** Words with one of them changed; what is empty is none. */
function changed(words: Words, name: keyof Words, value: Words[keyof Words]): Words {
  const { [name]: _old, ...rest } = words;
  return value === undefined || value === '' || value === false ? rest : { ...rest, [name]: value };
}

function VariableForm({ variable, edit }: { variable: Variable; edit: Described['edit'] }): VNode {
  const { path, type, usual, words } = variable;
  const change = (name: keyof Words, value: Words[keyof Words]): void => edit(variable, changed(words, name, value));
  const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;
  const field = (label: string, value: string, most: number, set: (text: string) => void, hint = ''): VNode =>
    html`<label class="field">
      <span>${label}</span>
      <input
        value=${value}
        maxlength=${most}
        placeholder=${hint}
        aria-label=${`${label} of ${path}`}
        onInput=${(event: Event) => set(valueOf(event))}
      />
    </label>`;
  const [example, ...others] = words.examples ?? [];
  const setExample = (text: string): void => change('examples', text === '' ? undefined : [exampleOf(type, text), ...others]);
  return html`<fieldset class="variable">
    <legend><code>${path}</code> <span class="state">${type}</span></legend>
    <div class="grid2">
      ${field('Title', words.title ?? '', 100, (title) => change('title', title), usual)}
      ${['array', 'object'].includes(type) ? null : field('Example', example === undefined ? '' : String(example), 200, setExample)}
    </div>
    ${field('Help', words.description ?? '', 500, (description) => change('description', description))}
    <div class="grid2">
      ${
        type === 'string'
          ? html`<label class="field">
              <span>Format</span>
              <select
                value=${words.format ?? ''}
                aria-label=${`Format of ${path}`}
                onChange=${(event: Event) => change('format', valueOf(event))}
              >
                <option value="">any text</option>
                ${FORMATS.map((format) => html`<option>${format}</option>`)}
              </select>
            </label>`
          : html`<span></span>`
      }
      <label>
        <input
          type="checkbox"
          checked=${words.required === true}
          onChange=${(event: Event) => change('required', (event.target as HTMLInputElement).checked)}
        />
        Must be filled in
      </label>
    </div>
  </fieldset>`;
}

/** What people read who fill the template in: in forms of Zapier, n8n and Make, and in its JSON Schema. */
export function Variables({ described }: { described: Described }): VNode {
  const { variables, problem, edit } = described;
  return html`<div class="inset">
    <p class="text">
      What people read who fill this template in with Zapier, n8n or Make. Saved with the template; variables that are new in the text
      appear once it is saved.
    </p>
    ${problem === '' ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
    ${variables?.length === 0 ? html`<p class="text">The saved template has no variables.</p>` : null}
    ${variables?.map((variable) => html`<${VariableForm} key=${variable.id} variable=${variable} edit=${edit} />`)}
  </div>`;
}
