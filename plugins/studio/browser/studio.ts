import './studio.css';
import { html } from 'htm/preact';
import { render, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Api, isSignedOut, messageOf } from './api.ts';
import { codeSamples } from './code-samples.ts';
import type { Editor } from './editor.ts';
import { EditorBox } from './editor-box.ts';
import { KeyboardHelp } from './keyboard-help.ts';
import { keepSoon, type LocalDraft, readDraft, removeDraft } from './local-draft.ts';
import { OptionsForm } from './options-form.ts';
import { FIRST_PAGES } from './pictures.ts';
import { usePreview } from './preview.ts';
import { Publish } from './publish.ts';
import { dpiOf, PreviewStatus, Sheets, type Zoom } from './sheets.ts';
import { type Tab, Tabs } from './tabs.ts';
import type { Draft, Options, Props } from './types.ts';
import { useVariables, Variables } from './variables.ts';
import { Versions } from './versions.ts';

interface Saved {
  readonly name: string;
  readonly html: string;
  readonly options: string;
  readonly data: string;
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

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const isSame = (kept: LocalDraft, { name, html, options, data }: Saved): boolean =>
  kept.name === name && kept.html === html && JSON.stringify(kept.options) === options && kept.data === data && kept.words.length === 0;

function Studio({ api, root, props }: { api: Api; root: string; props: Props }): VNode {
  const { template, helpers, can, apiUrl } = props;
  const atFirst: Saved = { name: template.name, html: template.html, options: JSON.stringify(props.options), data: props.data };
  const [kept, setKept] = useState(() => {
    const found = readDraft(template.id);
    return found === undefined || isSame(found, atFirst) ? undefined : found;
  });
  const [name, setName] = useState(kept?.name ?? template.name);
  const [text, setText] = useState(kept?.html ?? template.html);
  const [dataText, setDataText] = useState(kept?.data ?? props.data);
  const [options, setOptions] = useState(kept?.options ?? props.options);
  const [version, setVersion] = useState(template.version);
  const [isPublic, setPublic] = useState(template.isPublic);
  const [saved, setSaved] = useState(atFirst);
  const [left, chooseLeft] = useState('template');
  const [right, chooseRight] = useState('preview');
  const [message, setMessage] = useState<{ text: string; tone: 'good' | 'bad' | 'busy' }>();
  const [signedOut, setSignedOut] = useState(false);
  const [now, renderNow] = useState(0);
  const [replaced, replace] = useState(0);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [drawn, setDrawn] = useState(FIRST_PAGES);

  const parsed = useMemo(() => parseData(dataText), [dataText]);
  const lastData = useRef<unknown>({});
  if ('data' in parsed) lastData.current = parsed.data;
  const draft: Draft | undefined = 'data' in parsed && text !== '' ? { html: text, data: parsed.data, options } : undefined;
  const optionsText = JSON.stringify(options);
  const described = useVariables(api, template.id, version, left === 'variables', kept === undefined ? undefined : new Map(kept.words));
  const isChanged =
    described.isChanged || name !== saved.name || text !== saved.html || optionsText !== saved.options || dataText !== saved.data;

  // A failed save is history once something is changed.
  useEffect(() => setMessage((old) => (old?.tone === 'bad' ? undefined : old)), [name, text, optionsText, dataText, described.edits]);
  // Before the page is painted: whoever leaves as soon as "Saved" is seen is not offered an older draft later.
  useLayoutEffect(() => {
    if (!isChanged) {
      removeDraft(template.id);
      return;
    }
    const words = [...described.edits];
    return keepSoon(template.id, { version, at: new Date().toISOString(), name, html: text, options, data: dataText, words });
  }, [isChanged, name, text, optionsText, dataText, described.edits]);

  const editor = useRef<Editor>(undefined);
  const drawing = { isOn: can.draw, dpi: dpiOf(zoom), pages: drawn };
  const preview = usePreview(api, draft, drawing, now, (problem) => editor.current?.mark(problem));

  const save = async (): Promise<void> => {
    setMessage({ text: 'Saving …', tone: 'busy' });
    try {
      const schema = described.schema();
      const change = {
        ...(name === saved.name ? {} : { name }),
        ...(text === saved.html ? {} : { html_content: text }),
        ...(optionsText === saved.options ? {} : { options }),
        ...(schema === undefined ? {} : { schema }),
      };
      let newest = version;
      if (Object.keys(change).length > 0)
        ({ version: newest } = await api.call<{ version: number }>('PUT', `/v1/templates/${template.id}`, change));
      await api.call('PUT', `/studio/templates/${template.id}/settings`, { data: dataText });
      const elsewhere = newest > version + 1;
      setMessage({
        text: elsewhere ? `Saved as version ${String(newest)}. It was changed elsewhere meanwhile; compare under Versions.` : 'Saved',
        tone: elsewhere ? 'bad' : 'good',
      });
      setVersion(newest);
      if (schema !== undefined) described.saved();
      setSaved({ name, html: text, options: optionsText, data: dataText });
    } catch (error) {
      if (isSignedOut(error)) setSignedOut(true);
      setMessage({ text: `Not saved: ${messageOf(error)}`, tone: 'bad' });
    }
  };

  const templateEditor = html`<${EditorBox}
    label="Template"
    text=${text}
    language="html"
    replaced=${replaced}
    helpers=${helpers}
    readData=${() => lastData.current}
    onChange=${setText}
    onReady=${(made: Editor) => (editor.current = made)}
  />`;
  const dataEditor = html`<${EditorBox}
    label="Sample data"
    text=${dataText}
    language="json"
    replaced=${replaced}
    onChange=${setDataText}
  />`;
  const leftTabs: Tab[] = [
    { id: 'template', title: 'Template', digit: 1, isCode: true, content: templateEditor },
    { id: 'data', title: 'Sample data', digit: 2, isCode: true, content: dataEditor },
    { id: 'page', title: 'Page', digit: 3, content: html`<${OptionsForm} options=${options} replaced=${replaced} change=${setOptions} />` },
    { id: 'variables', title: 'Variables', digit: 8, content: html`<${Variables} described=${described} />` },
  ];
  const restored = (restoredText: string, restoredOptions: Options, newest: number): void => {
    setText(restoredText);
    setOptions(restoredOptions);
    replace((count) => count + 1);
    setVersion(newest);
    setSaved((old) => ({ ...old, html: restoredText, options: JSON.stringify(restoredOptions) }));
    setMessage({ text: `Restored as version ${String(newest)}`, tone: 'good' });
  };
  const discard = (): void => {
    setName(saved.name);
    setText(saved.html);
    setDataText(saved.data);
    setOptions(JSON.parse(saved.options) as Options);
    described.discard();
    replace((count) => count + 1);
    setKept(undefined);
  };
  const samples = codeSamples(apiUrl, template.id, lastData.current);
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
    {
      id: 'preview',
      title: 'Preview',
      digit: 4,
      content: html`<${Sheets} preview=${preview} zoom=${zoom} drawMore=${() => setDrawn((count) => count + FIRST_PAGES)} />`,
    },
    { id: 'versions', title: 'Versions', digit: 5, content: versions },
    { id: 'code', title: 'Use in code', digit: 6, content: code },
    ...(can.publish ? [{ id: 'publish', title: 'Publish', digit: 7, content: publishing }] : []),
  ];

  const isOut = signedOut || preview.isSignedOut;
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const tab =
      event.altKey && !isCommand ? [...leftTabs, ...rightTabs].find(({ digit }) => event.code === `Digit${String(digit)}`) : undefined;
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
    // What is kept here comes back after signing in.
    if (!isChanged || isOut) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged, isOut]);

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
      <${KeyboardHelp} />
      <form method="post" class="inline">
        <input type="hidden" name="_csrf" value=${document.querySelector<HTMLMetaElement>('meta[name="csrf"]')?.content} />
        <input type="hidden" name="_do" value="delete" />
        <button
          class="danger"
          data-confirm=${`Delete the template “${saved.name}” (${template.id}) with all its versions? Documents that were made from it stay. Requests that name it will fail.`}
        >
          Delete
        </button>
      </form>
    </div>
    ${
      isOut
        ? html`<p class="notice bad" role="alert">
            You are signed out. What you changed is kept in this browser.
            <a href=${`${root}/sign-in?next=${encodeURIComponent(location.pathname)}`}>Sign in and go on</a>
          </p>`
        : kept === undefined || !isChanged
          ? null
          : html`<p class="notice warning draft" role="status">
              These are your unsaved changes of
              ${WHEN.format(new Date(kept.at))}${
                kept.version === template.version
                  ? ''
                  : `, made to version ${String(kept.version)}; the saved one is ${String(template.version)} now`
              }.
              <button type="button" onClick=${discard}>Discard them</button>
            </p>`
    }
    <div class="panes">
      <${Tabs} label="Source" tabs=${leftTabs} chosen=${left} choose=${chooseLeft} />
      <div class="pane">
        <${Tabs} label="Result" tabs=${rightTabs} chosen=${right} choose=${chooseRight} />
        <${PreviewStatus}
          preview=${preview}
          dataProblem=${'problem' in parsed ? parsed.problem : undefined}
          zoom=${zoom}
          setZoom=${setZoom}
        />
      </div>
    </div>`;
}

const app = document.getElementById('app');
if (app !== null) {
  const { props = '{}', root = '' } = app.dataset;
  app.textContent = '';
  render(html`<${Studio} api=${new Api(root)} root=${root} props=${JSON.parse(props) as Props} />`, app);
}
