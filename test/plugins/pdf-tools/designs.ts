/** HTML of the kinds that people print, each with something that PDF/A may not hold as Chromium writes it. */
const row = (n: number): string => `<tr><td>Position ${String(n)}</td><td>${String(n * 3)}</td><td>€ ${String(n * 95)}.00</td></tr>`;
const rows = (count: number): string => Array.from({ length: count }, (_, n) => row(n + 1)).join('');
const paragraphs = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `<p>Paragraph ${String(n + 1)} tells of nothing in particular, at some length, so that lines break.</p>`,
  ).join('');
const svg = (inner: string): string => `<svg width="400" height="200" viewBox="0 0 400 200">${inner}</svg>`;
const picture = (inner: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">${inner}</svg>`).toString('base64')}`;
const canvas = (draw: string): string =>
  `<canvas id="c" width="400" height="200"></canvas><script>const c=document.getElementById('c').getContext('2d');${draw}</script>`;

export const DESIGNS: Readonly<Record<string, string>> = {
  plain: '<h1>Hello, paper</h1><p>Plain text with <b>bold</b>, <i>italic</i> and <code>code</code>.</p>',
  invoice: `<style>table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #ccc;padding:4px}</style><h1>Invoice 17</h1><table>${rows(20)}</table>`,
  'long table': `<style>thead{background:#eef}</style><table><thead><tr><th>What</th><th>How many</th><th>Price</th></tr></thead>${rows(200)}</table>`,
  'many pages': `<style>section{break-after:page}</style>${Array.from({ length: 45 }, (_, n) => `<section><h1>Chapter ${String(n + 1)}</h1>${paragraphs(3)}</section>`).join('')}`,
  'linked pages':
    '<a href="#end">to the end</a><a href="https://example.com/">out</a><div style="break-before:page"></div><h1 id="end">The end</h1>',
  'half transparent': '<div style="opacity:.5;background:#06c;padding:20px">half</div>',
  'transparent colour': '<div style="background:rgb(200 0 0 / 30%);padding:20px">thin red</div>',
  shadows:
    '<div style="box-shadow:0 4px 12px rgb(0 0 0 / 40%);padding:20px;margin:20px">card</div><h1 style="text-shadow:2px 2px 3px #999">Shadow</h1>',
  gradients:
    '<div style="height:80px;background:linear-gradient(90deg,#f00,#00f)"></div><div style="height:80px;background:radial-gradient(#ff0,#0a0)"></div>',
  'gradient to nothing': '<div style="height:80px;background:linear-gradient(90deg,#f00,transparent)"></div><p>below</p>',
  'conic gradient': '<div style="width:120px;height:120px;background:conic-gradient(red,yellow,lime,red)"></div>',
  'blend modes':
    '<div style="background:#fc0;padding:20px"><div style="mix-blend-mode:multiply;background:#0cf;padding:20px">multiply</div></div>',
  filters: '<div style="filter:blur(2px)"><h2>blurred</h2></div><div style="filter:grayscale(1);color:red">grey</div>',
  masks: '<div style="width:200px;height:100px;background:#073;mask-image:linear-gradient(#000,transparent)"></div>',
  clips:
    '<div style="width:150px;height:150px;background:#c33;clip-path:polygon(50% 0,100% 100%,0 100%)"></div><p style="border-radius:50%;background:#cde;padding:30px">round</p>',
  turned: '<div style="transform:rotate(30deg) scale(1.2);margin:80px;background:#dde">turned and grown</div>',
  'vector picture': svg(
    '<rect width="180" height="90" fill="#264"/><circle cx="280" cy="90" r="60" fill="none" stroke="#a22" stroke-width="9"/><path d="M10 190 Q 200 20 390 190" stroke="#00f" fill="none" stroke-dasharray="8 4"/><text x="20" y="60" fill="#fff">SVG text</text>',
  ),
  'vector gradient': svg(
    '<defs><linearGradient id="g"><stop stop-color="#f60"/><stop offset="1" stop-color="#06f"/></linearGradient></defs><rect width="400" height="150" fill="url(#g)"/>',
  ),
  'vector pattern': svg(
    '<defs><pattern id="p" width="12" height="12" patternUnits="userSpaceOnUse"><circle cx="6" cy="6" r="4" fill="#393"/></pattern></defs><rect width="400" height="150" fill="url(#p)"/>',
  ),
  'vector opacity': svg(
    '<rect width="200" height="150" fill="#f00"/><rect x="100" y="30" width="200" height="100" fill="#00f" fill-opacity=".5"/>',
  ),
  'opaque image': canvas(
    "c.fillStyle='#fff';c.fillRect(0,0,400,200);for(let i=0;i<40;i++){c.fillStyle='hsl('+i*9+' 70% 50%)';c.fillRect(i*10,0,8,i*5)}",
  ),
  'transparent image': canvas("c.fillStyle='rgba(0,120,0,.4)';c.beginPath();c.arc(200,100,80,0,7);c.fill()"),
  'pictures in pictures': `<img src="${picture('<rect width="80" height="60" fill="#b4532a"/>')}"><img style="border-radius:20px" src="${picture('<circle cx="40" cy="30" r="25" fill="#2a53b4"/>')}">`,
  emoji: '<h1>Emoji 😀 🎉 and 👩‍🚀</h1>',
  languages: '<p>Zażółć gęślą jaźń. Съешь ещё этих булок. Ξεσκεπάζω τὴν ψυχοφθόρα.</p><p dir="rtl">שלום עולם</p>',
  'many fonts':
    '<p style="font-family:Tinos">Serif</p><p style="font-family:Arimo;font-weight:700">Sans bold</p><p style="font-family:Cousine">Mono 0123</p><p style="font-family:Inter;font-weight:300">Inter light</p>',
  typography:
    '<p style="letter-spacing:4px;word-spacing:10px;font-variant:small-caps">Spaced ﬁ ﬂ — “quotes” … ½ × ² №</p><p style="-webkit-text-stroke:1px red;font-size:40px;color:transparent">Outlined</p>',
  'form controls':
    '<input value="typed"><input type="checkbox" checked><select><option>chosen</option></select><textarea>lines\nof text</textarea><button>Press</button><progress value=".4"></progress>',
  lists:
    '<ul><li>one<ul><li>inner</li></ul></li></ul><ol type="i"><li>first</li><li>second</li></ol><details open><summary>more</summary>text</details>',
  columns: `<div style="columns:3;column-rule:1px solid #999">${paragraphs(12)}</div>`,
  grid: `<style>.g{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}.g div{background:#eee;border:2px dashed #888;border-radius:6px;padding:12px}</style><div class="g">${'<div>cell</div>'.repeat(24)}</div>`,
  'coloured page': '<style>@page{margin:0}body{margin:0;background:#123;color:#fff;height:100vh}</style><h1>Dark cover</h1>',
  landscape:
    '<style>@page{size:A5 landscape;margin:5mm}</style><h1>Landscape</h1><hr><blockquote>A quotation of some length, set in.</blockquote>',
};
