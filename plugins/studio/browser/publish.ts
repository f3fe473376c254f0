import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Api, messageOf } from './api.ts';
import type { Props as StudioProps } from './types.ts';

interface Props {
  readonly api: Api;
  readonly template: StudioProps['template'];
  readonly isPublic: boolean;
  readonly changed: (isPublic: boolean) => void;
}

/** Into the marketplace, and out of it. */
export function Publish({ api, template, isPublic, changed }: Props): VNode {
  const [category, setCategory] = useState(template.category ?? '');
  const [description, setDescription] = useState(template.description ?? '');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const change = async (next: boolean): Promise<void> => {
    setBusy(true);
    setProblem('');
    const about = { ...(category === '' ? {} : { category }), ...(description === '' ? {} : { description }) };
    try {
      await api.call('POST', `/v1/marketplace/${template.id}/${next ? 'publish' : 'unpublish'}`, next ? about : undefined);
      changed(next);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return html`<div class="inset">
    <p class="text">
      Published templates are shown to every account of this server, in their newest version, with made-up data. Others copy them; copies
      stay when you take the template back.
    </p>
    ${problem === '' ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
    <div class="field">
      <label for="category">Category</label
      ><input
        id="category"
        maxlength="50"
        value=${category}
        onInput=${(event: Event) => setCategory((event.target as HTMLInputElement).value)}
      />
    </div>
    <div class="field">
      <label for="description">Description</label
      ><textarea
        id="description"
        rows="3"
        maxlength="1000"
        onInput=${(event: Event) => setDescription((event.target as HTMLTextAreaElement).value)}
      >
${description}</textarea>
    </div>
    <div class="actions">
      <button type="button" class="primary" disabled=${busy} onClick=${() => void change(true)}>
        ${isPublic ? 'Update the listing' : 'Publish'}
      </button>
      ${isPublic ? html`<button type="button" class="danger" disabled=${busy} onClick=${() => void change(false)}>Take back</button>` : null}
    </div>
  </div>`;
}
