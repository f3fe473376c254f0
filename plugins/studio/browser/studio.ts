import './studio.css';
import { html } from 'htm/preact';
import { render, type VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Api } from './api.ts';
import { codeSamples } from './code-samples.ts';
import { createEditor, type Editor } from './editor.ts';
import { OptionsForm } from './options-form.ts';
import { PreviewStatus, Sheets, usePreview } from './preview.ts';
import { Publish } from './publish.ts';
import { type Tab, Tabs } from './tabs.ts';
import type { Draft, Props } from './types.ts';
import { Versions } from './versions.ts';

interface Saved {
  readonly name: string;
  readonly html: string;
  readonly settings: string;
}

/** The data, or why it is none. */
function parseData(text: string): { readonly data: unknown } | { readonly problem: string } {
  try {
    const data: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { data };
    return { problem: 'The data must be an object: { … }.' };
  } catch (error) {
    return { problem: `The data is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function CopyBox({ label, text }: { label: string; text: string }): VNode {
  const [said, setSaid] = useState('Copy');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select and copy'),
    );
    setTimeout(() => setSaid('Copy'), 2000);
  };
  return html`<div class="copy">
    <div class="copy-head"><span>${label}</span><button type="button" onClick=${copy}>${said}</button></div>
    <pre tabindex="0" aria-label=${label}><code>${text}</code></pre>
  </div>`;
}

function Studio({ api, root, props }: { api: Api; root: string; props: Props }): VNode {
  const { template, helpers, can, apiUrl } = props;
  const [name, setName] = useState(template.name);
  const [text, setText] = useState(template.html);
  const [dataText, setDataText] = useState(props.data);
  const [options, setOptions] = useState(props.options);
  const [version, setVersion] = useState(template.version);
  const [isPublic, setPublic] = useState(template.isPublic);
  const [saved, setSaved] = useState<Saved>({ name, html: text, settings: JSON.stringify([dataText, options]) });
  const [left, chooseLeft] = useState('template');
  const [right, chooseRight] = useState('preview');
  const [message, setMessage] = useState<{ text: string; tone: 'good' | 'bad' | 'busy' }>();
  const [now, renderNow] = useState(0);

  const parsed = useMemo(() => parseData(dataText), [dataText]);
  const lastData = useRef<unknown>({});
  if ('data' in parsed) lastData.current = parsed.data;
  const draft: Draft | undefined = 'data' in parsed && text !== '' ? { html: text, data: parsed.data, options } : undefined;
  const settings = JSON.stringify([dataText, options]);
  const isChanged = name !== saved.name || text !== saved.html || settings !== saved.settings;

  const codeBox = useRef<HTMLDivElement>(null);
  const dataBox = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  useEffect(() => {
    if (codeBox.current === null || dataBox.current === null) return;
    editor.current = createEditor({
      parent: codeBox.current,
      label: 'Template',
      text,
      language: 'html',
      helpers,
      readData: () => lastData.current,
      onChange: setText,
    });
    createEditor({ parent: dataBox.current, label: 'Sample data', text: dataText, language: 'json', onChange: setDataText });
  }, []);

  const preview = usePreview(api, draft, can.draw, now, (problem) => editor.current?.mark(problem));

  const save = async (): Promise<void> => {
    setMessage({ text: 'Saving …', tone: 'busy' });
    try {
      const change = { ...(name === saved.name ? {} : { name }), ...(text === saved.html ? {} : { html_content: text }) };
      let newest = version;
      if (Object.keys(change).length > 0)
        ({ version: newest } = await api.call<{ version: number }>('PUT', `/v1/templates/${template.id}`, change));
      await api.call('PUT', `/studio/templates/${template.id}/settings`, { data: dataText, options });
      const elsewhere = newest > version + 1;
      setMessage({
        text: elsewhere ? `Saved as version ${String(newest)}. It was changed elsewhere meanwhile; compare under Versions.` : 'Saved',
        tone: elsewhere ? 'bad' : 'good',
      });
      setVersion(newest);
      setSaved({ name, html: text, settings });
    } catch (error) {
      setMessage({ text: `Not saved: ${error instanceof Error ? error.message : String(error)}`, tone: 'bad' });
    }
  };

  const leftTabs: Tab[] = [
    { id: 'template', title: 'Template', digit: 1, isCode: true, content: html`<div ref=${codeBox}></div>` },
    { id: 'data', title: 'Sample data', digit: 2, isCode: true, content: html`<div ref=${dataBox}></div>` },
    { id: 'page', title: 'Page', digit: 3, content: html`<${OptionsForm} options=${options} change=${setOptions} />` },
  ];
  const restored = (restoredText: string, newest: number): void => {
    editor.current?.setText(restoredText);
    setText(restoredText);
    setVersion(newest);
    setSaved((old) => ({ ...old, html: restoredText }));
    setMessage({ text: `Restored as version ${String(newest)}`, tone: 'good' });
  };
  const samples = codeSamples(apiUrl, template.id, lastData.current, options);
  const publishing = html`<${Publish} api=${api} template=${template} isPublic=${isPublic} changed=${setPublic} />`;
  const versions =
    right === 'versions'
      ? html`<${Versions}
          api=${api}
          id=${template.id}
          current=${version}
          draft=${() => draft ?? { html: text, data: lastData.current, options }}
          restored=${restored}
        />`
      : null;
  const code = html`<div class="inset">
    <p class="text">Make a key under <a href=${`${root}/keys`}>API keys</a> and put it into PLATEN_KEY.</p>
    ${samples.map((sample) => html`<${CopyBox} ...${sample} />`)}
  </div>`;
  const rightTabs: Tab[] = [
    { id: 'preview', title: 'Preview', digit: 4, content: html`<${Sheets} preview=${preview} />` },
    { id: 'versions', title: 'Versions', digit: 5, content: versions },
    { id: 'code', title: 'Use in code', digit: 6, content: code },
    ...(can.publish ? [{ id: 'publish', title: 'Publish', digit: 7, content: publishing }] : []),
  ];

  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const tab = event.altKey ? [...leftTabs, ...rightTabs].find(({ digit }) => event.code === `Digit${String(digit)}`) : undefined;
    if (isCommand && event.key === 's') void save();
    else if (isCommand && event.key === 'Enter') renderNow((count) => count + 1);
    else if (tab !== undefined) {
      (leftTabs.includes(tab) ? chooseLeft : chooseRight)(tab.id);
      setTimeout(() => document.querySelector<HTMLElement>(`#panel-${tab.id} .cm-content, #panel-${tab.id}`)?.focus());
    } else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.addEventListener('keydown', (event) => keys.current(event), { capture: true });
  }, []);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);

  return html`<div class="bar">
      <a class="back" href=${`${root}/templates`}>← Templates</a>
      <input
        aria-label="Name"
        value=${name}
        maxlength="255"
        onInput=${(event: Event) => setName((event.target as HTMLInputElement).value)}
      />
      <span class="badge">version ${version}</span>
      ${isPublic ? html`<span class="badge good">public</span>` : null}
      <span class="state push" role="status">${isChanged && message?.tone !== 'bad' ? 'Not saved yet' : null}</span>
      ${message === undefined || (isChanged && message.tone === 'good') ? null : html`<span class=${`badge ${message.tone}`} role="status">${message.text}</span>`}
      <button type="button" title="Ctrl+Enter" onClick=${() => renderNow((count) => count + 1)}>Render</button>
      <button type="button" class="primary" title="Ctrl+S" disabled=${message?.tone === 'busy'} onClick=${() => void save()}>Save</button>
      <form
        method="post"
        class="inline"
        onSubmit=${(event: Event) => confirm(`Delete ${name} with its versions?`) || event.preventDefault()}
      >
        <input type="hidden" name="_csrf" value=${document.querySelector<HTMLMetaElement>('meta[name="csrf"]')?.content} />
        <input type="hidden" name="_do" value="delete" /><button class="danger">Delete</button>
      </form>
    </div>
    <div class="panes">
      <${Tabs} label="Source" tabs=${leftTabs} chosen=${left} choose=${chooseLeft} />
      <div class="pane">
        <${Tabs} label="Result" tabs=${rightTabs} chosen=${right} choose=${chooseRight} />
        <${PreviewStatus} preview=${preview} dataProblem=${'problem' in parsed ? parsed.problem : undefined} />
      </div>
    </div>`;
}

const app = document.getElementById('app');
if (app !== null) {
  const { props = '{}', root = '' } = app.dataset;
  app.textContent = '';
  render(html`<${Studio} api=${new Api(root)} root=${root} props=${JSON.parse(props) as Props} />`, app);
}
