import { markOf } from '../support/marked.ts';
import { type FuzzCase, jsonCase, type Mark, upstreamUrl } from './case.ts';
import { mutateText, type Random } from './random.ts';

/** What parsers disagree on. */
const ODDITIES = [
  '<title/><!--</title><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'none\'">-->',
  '<title/\r><meta name=color-scheme content=dark>',
  '<![CDATA[><meta name="color-scheme" content="dark">]]>',
  '<svg><![CDATA[</svg><style>*{color:red}</style>]]></svg>',
  '<svg><title><style><!--</style></title></svg><meta name=color-scheme content=dark>-->',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><script>document.title=1</script>">',
  '<!--><meta name=color-scheme content=dark>-->',
  '<!---!><base href=http://127.0.0.1:1/>--!>',
  '<noscript><style></noscript><meta http-equiv=refresh content="0;url=about:blank">',
  '<template><meta name=color-scheme content=dark></template>',
  '<template shadowrootmode=open><style>:host{color:red}</style><slot></slot></template>',
  '<textarea></textarea/><meta name=color-scheme content=dark>',
  '<textarea><!--</textarea><base target=_top>-->',
  '<select><option><svg><style></select><meta name=color-scheme content=dark>',
  '<form><form><input name=images><input name=fonts><input name=body></form></form>',
  '<img name=images><img name=readyState><form name=fonts></form><a id=documentElement><a id=documentElement name=x>',
  '<object name=createElement></object><embed name=querySelectorAll><iframe name=styleSheets></iframe>',
  '<frameset><frame src="about:blank"></frameset>',
  '<plaintext>',
  '<xmp><meta name=color-scheme content=dark></xmp>',
  '<iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
  '<p title=a"b\'c<d>e=f`g>x',
  '<div \0id=\0x>\0</div>',
  '<',
  '</',
  '<!',
  '<?xml version="1.0"?>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
  '<table><tr><td><table><tr><td></table><a href=x><table><a href=y>',
  '<b><i><u>'.repeat(40),
  '<link rel=stylesheet href="data:text/css,*{color:red}">',
  '<meta http-equiv="default-style" content="x"><style title=x>p{color:red}</style><style title=y>p{color:blue}</style>',
  '<meta http-equiv="content-security-policy" content="sandbox">',
  '<meta name=referrer content=unsafe-url><meta name=viewport content="width=1">',
  '<style>@import "data:text/css,p{color:red}"; @page { size: 1px 1px } :root { color-scheme: dark; zoom: 9 }</style>',
  '<style>@font-face { font-family: Arimo; src: url(data:font/woff2;base64,AAAA) } * { font-family: Arimo }</style>',
  '<style>@property --x { syntax: "<length>"; inherits: true; initial-value: 1px } @layer a, b; @view-transition { navigation: auto }</style>',
  '<style></style/><script>1</script>',
  '<script type="text/plain"></script><script type=speculationrules>{"prefetch":[{"urls":["/x"]}]}</script>',
  '<body onload="document.body.remove()">',
  '<html manifest=x><head profile=y><body background=z bgcolor=black text=white>',
];

const SCRIPTS = [
  'document.documentElement.remove()',
  'document.open(); document.write("<p>new"); document.close()',
  'document.write("<title/><!--</title><meta name=color-scheme content=dark>-->")',
  'location.href = "about:blank"',
  'location.reload()',
  'location.hash = "x"; history.pushState(1, "", "#y"); history.back()',
  'for (let i = 0; i < 5000; i++) history.pushState(i, "", "#" + i)',
  'window.open("about:blank", "named"); window.name = "kept"',
  'localStorage.setItem("a", "b".repeat(1e5)); document.cookie = "a=b"',
  'indexedDB.open("x"); caches.open("y")',
  'navigator.serviceWorker.register("/sw.js")',
  'new Worker(URL.createObjectURL(new Blob(["for(;;){}"])))',
  'new SharedWorker("data:text/javascript,1")',
  'setInterval(() => { document.body.append("x") }, 0)',
  'Promise.reject(new Error("own")); throw new Error("own")',
  'Array.prototype.map = null; Object.prototype.then = 1; JSON.stringify = null; Promise.prototype.then = null',
  'Object.defineProperty(document, "fonts", { get() { throw 1 } }); Object.defineProperty(document, "readyState", { value: "x" })',
  'window.requestAnimationFrame = window.setTimeout = window.fetch = null',
  'const a = []; for (let i = 0; i < 300; i++) a.push(new Uint8Array(1e6).fill(1))',
  'for (const at = Date.now(); Date.now() - at < 3000;);',
  'for (let i = 0; i < 3000; i++) console.log("x".repeat(1000), { i })',
  'console.log(document, window, Symbol("x"), new Proxy({}, {}), 1n); console.error(new Error("x")); console.table([1])',
  'document.designMode = "on"; document.execCommand("selectAll"); document.documentElement.requestFullscreen()',
  'new WebSocket("ws://127.0.0.1:1/"); new EventSource("/x"); navigator.sendBeacon("/x", "y"); new RTCPeerConnection()',
  'alert(1); confirm(2); prompt(3); print(); stop(); close()',
  'new FontFace("Arimo", "url(data:font/woff2;base64,AAAA)").load().then((f) => document.fonts.add(f))',
  'document.adoptedStyleSheets = [Object.assign(new CSSStyleSheet(), {})]; CSS.registerProperty({ name: "--y", inherits: false })',
  'customElements.define("x-y", class extends HTMLElement { connectedCallback() { this.remove(); document.body.append(this) } }); document.body.append(document.createElement("x-y"))',
  'document.body.append(Object.assign(document.createElement("iframe"), { src: location.href }))',
];

const STYLES = [
  'p { color: red } ',
  '@page { size: 100000px 1px; margin: -1cm }',
  '@page :first { @top-left { content: counter(page) } }',
  'body { width: 1e9px; height: 99999px }',
  '* { position: fixed; transform: rotate3d(1,1,1,45deg) scale(1e6) } ',
  'p { break-after: page } p::before { content: url(data:image/svg+xml,%3Csvg/%3E) }',
  ':root { color-scheme: dark; filter: blur(500px) }',
  '@media print { html { display: none } }',
  '@container (width > 1px) { p { color: red } } @scope (p) to (b) { i { color: red } }',
  'p { background: paint(x); width: calc(1px * infinity); font: 1e30px/0 a }',
  '@import url(data:text/css,@import%20url(x)); ',
  'a{b:c}'.repeat(500),
  '</style><script>1</script>',
];

const SVGS = [
  '<svg viewBox="0 0 1 1" width=1e9 height=1e9><rect width=1 height=1 /></svg>',
  '<svg><use href="#a"/><g id=a><use href="#a"/></g></svg>',
  '<svg><filter id=f><feTurbulence baseFrequency=9 numOctaves=99 /></filter><rect filter="url(#f)" width=3000 height=3000 /></svg>',
  '<svg><foreignObject><body><p>x</foreignObject></svg>',
  '<svg><animate attributeName=x dur=1ms repeatCount=indefinite /><script>1</script></svg>',
  '<svg><image href="data:image/svg+xml;base64,PHN2Zy8+" width=9 height=9 /><text textLength=1e30>x</text></svg>',
];

const remotes = (random: Random): string[] => {
  const url = upstreamUrl(random.int(0, 2 ** 31));
  return [
    `<img src="${url}" alt=x>`,
    `<link rel=stylesheet href="${url}">`,
    `<script src="${url}"></script>`,
    `<iframe src="${url}"></iframe>`,
    `<style>@font-face { font-family: r; src: url(${url}) } p { font-family: r; background: url(${url}) }</style>`,
    `<object data="${url}"></object><video src="${url}" poster="${url}"></video><link rel=preload as=font href="${url}" crossorigin>`,
    `<script>fetch("${url}", { method: "POST", body: "x" }).catch(() => 0)</script>`,
    `<script type=module>import "${url}"</script>`,
    `<svg><image href="${url}" width=9 height=9 /><use href="${url}#a" /></svg>`,
    `<script>new WebSocket("${url.replace('http', 'ws')}"); new EventSource("${url}")</script>`,
  ];
};

const plain = (random: Random): string =>
  random.pick([
    `<h1>Invoice ${String(random.int(1, 999))}</h1>`,
    '<p>Lorem ipsum <b>dolor</b> sit amet</p>',
    '<table><tr><td>1<td>2</table>',
    '<ul><li>a<li>b</ul>',
    '<p style="break-before: page">Next</p>',
    '<img alt="" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">',
    '<a href="#x" id=x>link</a>',
    '<p dir=rtl>فاتورة 株式会社 🙂</p>',
  ]);

/** HTML of some parts, most of them odd, then perhaps with damage. */
export function html(random: Random): string {
  const parts = random.list(1, 6, () =>
    random.pick([
      () => plain(random),
      () => plain(random),
      () => random.pick(ODDITIES),
      () => random.pick(ODDITIES),
      () => `<script>${random.pick(SCRIPTS)}</script>`,
      () => `<style>${random.pick(STYLES)}</style>`,
      () => random.pick(SVGS),
      () => random.pick(remotes(random)),
    ])(),
  );
  const text = parts.join(random.pick(['', '\n', ' ']));
  return random.chance(0.4) ? mutateText(random, text, random.int(1, 6)) : text;
}

const length = (random: Random): unknown =>
  random.pick(['1cm', '0', '10mm', '99999px', '1e9', '-1px', '0.5in', 12, 0, 1e300, null, 'calc(1px)', {}]);

/** Options of a document, of which some are not allowed. */
function options(random: Random): object {
  const piece = (): string =>
    random.pick([
      '<span class=pageNumber></span>',
      `<link rel=stylesheet href="${upstreamUrl(random.int(0, 2 ** 31))}">`,
      `<img src="${upstreamUrl(random.int(0, 2 ** 31))}">`,
      '<script>for(;;);</script>',
      html(random),
    ]);
  const all: Record<string, () => unknown> = {
    format: () => random.pick([...['A4', 'Letter', 'Legal', 'A0', ''], { width: length(random), height: length(random) }]),
    margin: () => random.pick([length(random), { top: length(random), left: length(random) }]),
    orientation: () => random.pick(['portrait', 'landscape', 'up']),
    header: piece,
    footer: piece,
    printBackground: () => random.pick([true, false, 'yes']),
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, make]) => (random.chance(0.3) ? [[name, make()]] : [])));
}

interface MarkedBody {
  readonly body: object;
  readonly mark: Mark;
}

/** Every third is of sound parts only, which must show its mark; in the others it may be hidden. */
function documentBody(random: Random): MarkedBody {
  const mark: Mark = { text: markOf(random.int(0, 2 ** 31)), isSure: random.chance(0.33) };
  const first = `<p>${mark.text}</p>`;
  if (mark.isSure) return { body: { html: first + random.list(0, 4, () => plain(random)).join('') }, mark };
  const body = {
    html: first + html(random),
    ...(random.chance(0.2) ? { styles: random.pick(STYLES) } : {}),
    ...(random.chance(0.3) ? { options: options(random) } : {}),
    ...(random.chance(0.1)
      ? { wait: random.pick([{ selector: '#x', timeout_ms: 500 }, { expression: 'window.x', timeout_ms: 300 }, { delay_ms: 300 }]) }
      : {}),
    ...(random.chance(0.1) ? { filename: mutateText(random, 'report.pdf', 3) } : {}),
  };
  return { body, mark };
}

export function documentCase(random: Random): FuzzCase {
  const { body, mark } = documentBody(random);
  return { ...jsonCase('document', '/v1/generate', body), marks: [mark] };
}

export function batchCase(random: Random): FuzzCase {
  const items = random.list(1, 5, () => documentBody(random));
  const body = { items: items.map((item) => item.body), ...(random.chance(0.2) ? { result: random.pick(['merged', 'zip']) } : {}) };
  return { ...jsonCase('batch', '/v1/generate/batch', body), marks: items.map(({ mark }) => mark) };
}
