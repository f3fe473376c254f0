import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, type Generated, download } from '../../support/caller.ts';
import { type SharedHub, sharedHub } from '../../support/hub.ts';
import { readPdf, textOf } from '../../support/pdf.ts';

/** Their own `exports` do not list the files for browsers. */
const MODULES = join(import.meta.dirname, '../../../node_modules');
const library = (path: string): string =>
  `<script>${readFileSync(join(MODULES, path), 'utf8').replaceAll(/<\/script/g, String.raw`<\/script`)}</script>`;
const module = (path: string, name: string): string =>
  `<script type="importmap">{"imports":{"${name}":"data:text/javascript;base64,${readFileSync(join(MODULES, path)).toString('base64')}"}}</script>`;

const chart = (draw: string, body = '<div id=a style="width:500px;height:300px"></div>'): string => `${body}<script>${draw}</script>`;
const BARS = [5, 9, 3];

/** Each is wrong when it is printed before its frames, and sets `finished` when its library says that it is done. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'Chart.js':
    library('chart.js/dist/chart.umd.js') +
    chart(
      `new Chart(document.getElementById('c'),{type:'bar',data:{labels:['A','B','C'],datasets:[{data:${JSON.stringify(BARS)}}]},options:{animation:{onComplete(){finished=true}}}})`,
      '<div style="width:500px"><canvas id=c></canvas></div>',
    ),
  ECharts:
    library('echarts/dist/echarts.min.js') +
    chart(
      `const c=echarts.init(document.getElementById('a'));c.on('finished',()=>{finished=true});c.setOption({xAxis:{data:['A','B','C']},yAxis:{},series:[{type:'bar',data:${JSON.stringify(BARS)}}]})`,
    ),
  d3:
    library('d3/dist/d3.min.js') +
    chart(
      `d3.select('svg').selectAll('rect').data(${JSON.stringify(BARS)}).enter().append('rect').attr('x',(d,i)=>i*60).attr('width',50).attr('y',200).attr('height',0).transition().duration(800).attr('y',d=>200-d*20).attr('height',d=>d*20).end().then(()=>{finished=true})`,
      '<svg width=400 height=200></svg>',
    ),
  GSAP:
    library('gsap/dist/gsap.min.js') +
    chart(
      `gsap.to('#a',{width:400,duration:1.5,onComplete(){finished=true}})`,
      '<div id=a style="width:0;height:40px;background:#36c"></div>',
    ),
  'anime.js':
    library('animejs/dist/bundles/anime.umd.min.js') +
    chart(
      `anime.animate('#a',{width:400,duration:1200,onComplete(){finished=true}})`,
      '<div id=a style="width:0;height:40px;background:#36c"></div>',
    ),
  'CountUp.js':
    module('countup.js/dist/countUp.min.js', 'countup.js') +
    `<p id=a>0</p><script type=module>import { CountUp } from 'countup.js'; new CountUp('a', 5234).start(() => { globalThis.finished = true })</script>`,
};

const OF_LIBRARIES = 'globalThis.finished';
const OF_FORMS = "(document.querySelector('rect')?.width.animVal.value ?? document.querySelector('div').offsetWidth) === 300";

/** A busy machine may draw all of them before it prints, so none is given. */
const WITHOUT_FRAMES = '<script>requestAnimationFrame = () => 0</script>';

const FORMS: Readonly<Record<string, string>> = {
  'a CSS animation':
    '<style>@keyframes f{from{width:0}to{width:300px}}div{height:40px;background:#36c;animation:f 1s forwards}</style><div></div>',
  'a CSS animation beside a script':
    '<style>@keyframes f{from{width:0}to{width:300px}}div{height:40px;background:#36c;animation:f 1s forwards}</style><div></div><script></script>',
  'a transition that a script begins':
    "<style>div{width:0;height:40px;background:#36c;transition:width 1s}</style><div></div><script>requestAnimationFrame(()=>requestAnimationFrame(()=>document.querySelector('div').style.width='300px'))</script>",
  'element.animate':
    '<div id=a style="width:0;height:40px;background:#36c"></div><script>a.animate([{width:"0px"},{width:"300px"}],{duration:1000,fill:"forwards"})</script>',
  SMIL: '<svg width=400 height=50><rect width=10 height=40 fill="#36c"><animate attributeName=width from=10 to=300 dur=1s fill=freeze /></rect></svg>',
  'SMIL beside a script':
    '<svg width=400 height=50><rect width=10 height=40 fill="#36c"><animate attributeName=width from=10 to=300 dur=1s fill=freeze /></rect></svg><script></script>',
};

describe('a document that takes time is printed when it is finished', function () {
  this.timeout(120_000);
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const pictureOf = async ({ url }: Generated): Promise<Buffer> => Buffer.from((await readPdf(await download(url)))[0]?.pixels ?? []);
  const picture = async (body: object): Promise<Buffer> => {
    const made = await caller.generate(body);
    assert.deepEqual(made.warnings, []);
    return pictureOf(made);
  };
  const printed = async (html: string, more: object = {}): Promise<Generated & { text: string }> => {
    const made = await caller.generate({ html, ...more });
    return { ...made, text: await textOf(await download(made.url)) };
  };

  for (const [name, html] of Object.entries(LIBRARIES)) {
    it(`drawn by ${name}: as when that says it is done, and not as before its frames`, async () => {
      const [settled, waited, before] = [
        await picture({ html }),
        await picture({ html, wait: { expression: OF_LIBRARIES, settle_ms: 0 } }),
        await pictureOf(await caller.generate({ html: WITHOUT_FRAMES + html, wait: { settle_ms: 0 } })),
      ];
      assert.ok(settled.equals(waited), 'the picture is that of a wait');
      assert.ok(!settled.equals(before), 'before its frames it is another');
      const once = await caller.generate({ html, deterministic: true });
      assert.ok((await pictureOf(once)).equals(waited), 'so is that of a reproducible document');
      const again = await caller.generate({ html, deterministic: true });
      assert.ok(Buffer.from(await download(again.url)).equals(Buffer.from(await download(once.url))), 'which is the same each time');
    });
  }

  for (const [name, html] of Object.entries(FORMS)) {
    it(`with ${name}: as at its end`, async () => {
      assert.ok((await picture({ html })).equals(await picture({ html, wait: { expression: OF_FORMS, settle_ms: 0 } })));
    });
  }

  it('has run its timers, one after the other, and what is lazy', async () => {
    assert.equal((await printed("<p id=o>before</p><script>setTimeout(()=>{o.textContent='after'},2000)</script>")).text, 'after');
    assert.equal(
      (await printed('<p id=o>0</p><script>let n=0;(function t(){o.textContent=++n;if(n<5)setTimeout(t,500)})()</script>')).text,
      '5',
    );
    const lazy =
      "<div style='height:6000px'></div><p id=o>not seen</p><script>new IntersectionObserver(([e],self)=>{if(e.isIntersecting){o.textContent='seen';self.disconnect()}}).observe(o)</script>";
    assert.match((await printed(lazy)).text, /^seen$/);
  });

  it('takes an endless animation as it is at its beginning, and tells of an endless change of its text', async () => {
    const endless =
      '<style>@keyframes s{to{transform:rotate(1turn)}}div{width:80px;height:40px;background:#36c;animation:s 1s infinite linear}</style><div></div>';
    const still = '<style>div{width:80px;height:40px;background:#36c}</style><div></div>';
    assert.ok((await picture({ html: endless })).equals(await picture({ html: still })));
    const { warnings } = await printed(
      '<p id=o>0</p><script>let n=0;(function s(){o.textContent=++n;requestAnimationFrame(s)})()</script>',
    );
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['NOT_SETTLED'],
    );
  });

  const withWorker = (code: string, onMessage: string): string =>
    `<p id=o>before</p><script>const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}]))); ${onMessage}; w.postMessage(1)</script>`;

  for (const [what, code] of Object.entries({
    'after a while': 'onmessage = () => setTimeout(() => postMessage("after"), 700)',
    'after it has computed': 'onmessage = () => { for (const end = Date.now() + 700; Date.now() < end;); postMessage("after") }',
    'in parts':
      'onmessage = () => { for (const [i, part] of ["half", "after"].entries()) setTimeout(() => postMessage(part), 150 * (i + 1)) }',
  })) {
    it(`has what a worker answers ${what}`, async () => {
      const { text, warnings } = await printed(withWorker(code, 'w.onmessage = ({ data }) => { o.textContent = data }'));
      assert.deepEqual({ text, warnings }, { text: 'after', warnings: [] });
    });
  }

  it('has what comes after the answer of a worker', async () => {
    const later = 'w.onmessage = () => setTimeout(() => { o.textContent = "after" }, 1500)';
    assert.equal((await printed(withWorker('onmessage = () => setTimeout(() => postMessage(0), 400)', later))).text, 'after');
  });

  it('has what a worker answers by another way, and no warning', async () => {
    const ports =
      'const c = new MessageChannel(); c.port1.onmessage = ({ data }) => { o.textContent = data }; w.postMessage(0, [c.port2]); w.postMessage = () => {}';
    const made = await printed(withWorker('onmessage = ({ ports }) => setTimeout(() => ports[0].postMessage("after"), 300)', ports));
    assert.deepEqual([made.text, made.warnings], ['after', []]);
  });

  it('tells of the error of a worker', async () => {
    const { warnings } = await printed(withWorker('throw new Error("broken")', ''));
    assert.deepEqual(
      warnings.map(({ code, message }) => [code, message]),
      [['CONSOLE_ERROR', 'Uncaught Error: broken']],
    );
  });

  it('has an animation that counts frames at its end', async () => {
    const html =
      '<p id=o>0</p><script>let n = 0; (function draw() { o.textContent = n; if (n++ < 120) requestAnimationFrame(draw) })()</script>';
    assert.deepEqual(await printed(html).then(({ text, warnings }) => ({ text, warnings })), { text: '120', warnings: [] });
  });

  it('has what WebGL has drawn, at once and in a later frame', async () => {
    const draw = 'const g = c.getContext("webgl"); g.clearColor(0, 0, 0, 1); g.clear(g.COLOR_BUFFER_BIT)';
    for (const script of [draw, `requestAnimationFrame(() => { ${draw} })`, `setTimeout(() => { ${draw} }, 500)`]) {
      const [page] = await readPdf(await caller.pdf({ html: `<canvas id=c width=600 height=300></canvas><script>${script}</script>` }));
      assert.ok((page?.ink ?? 0) > 0.1, `${script}: ${String(page?.ink)}`);
    }
  });

  it('is printed without a worker that is silent, with a warning', async () => {
    const { text, warnings } = await printed(withWorker('', ''), { wait: { settle_ms: 600 } });
    assert.deepEqual([text, warnings.map(({ code }) => code)], ['before', ['NOT_SETTLED']]);
  });

  it('is printed as it has loaded where that is wanted', async () => {
    // So late that a busy machine has printed long before.
    const html = "<p id=o>before</p><script>setTimeout(()=>{o.textContent='after'},15000)</script>";
    assert.equal((await printed(html, { wait: { settle_ms: 0 } })).text, 'before');
    assert.equal((await printed(html, { wait: { settle_ms: 20_000 } })).text, 'after');
    await caller.refused('POST', '/v1/generate', { html, wait: { settle_ms: 20_001 } }, 400, 'VALIDATION_ERROR', ['wait.settle_ms']);
  });

  it('has canvases of Chart.js in 200 dots to the inch on paper', async () => {
    const pdf = await caller.pdf({ html: LIBRARIES['Chart.js'] });
    const list = execFileSync('pdfimages', ['-list', '-'], { input: pdf, encoding: 'utf8' });
    const [, , , width] = list.split('\n')[2]?.trim().split(/\s+/) ?? [];
    assert.ok(Number(width) >= Math.floor((500 / 96) * 200), list);
  });

  it('has canvases of 200 dots to the inch, and scripts that measure in CSS pixels', async () => {
    const { text } = await printed(
      '<p id=o></p><script>/* canvas */ o.textContent = [innerWidth, Math.round(devicePixelRatio * 96)].join()</script>',
    );
    assert.match(text, /^698,200$/);
  });
});

describe('the language and the zone of a document', () => {
  let hub: SharedHub;
  let caller: Caller;
  before(async () => {
    hub = await sharedHub();
    caller = await hub.account();
  });
  after(() => hub.stop());

  const region = { locale: 'de-DE', timezone: 'Europe/Berlin' };
  const text = async (body: object): Promise<string> => textOf(await caller.pdf(body));

  it('are those of React, of scripts, and of what the browser writes', async () => {
    const react = 'export default ({ d }) => <p>{new Date(d).toLocaleDateString()} {(1234.5).toLocaleString()}</p>';
    const data = { d: '2026-06-15T22:30:00Z' };
    assert.equal(await text({ react, data, ...region }), '16.6.2026 1.234,5');
    assert.equal(await text({ react, data }), '6/15/2026 1,234.5');
    const script =
      '<p id=o></p><script>o.textContent = new Date("2026-06-15T22:30:00Z").toLocaleString() + Intl.DateTimeFormat().resolvedOptions().timeZone</script>';
    assert.equal(await text({ html: script, ...region }), '16.6.2026, 00:30:00Europe/Berlin');
    assert.match(await text({ html: script }), /UTC$/);
    for (const html of ['<input type=date value=2026-06-05>', '<input type=date value=2026-06-05><script></script>']) {
      assert.equal(await text({ html, ...region }), '05.06.2026');
      assert.equal(await text({ html }), '06/05/2026');
    }
  });

  it('are those of one document only, when many are made at once', async () => {
    const other = await hub.account();
    const script = '<p id=o></p><script>o.textContent = (1234.5).toLocaleString()</script>';
    const wanted = [
      ['de-DE', '1.234,5'],
      ['en-US', '1,234.5'],
      ['de-CH', '1’234.5'],
      ['fr-FR', '1 234,5'],
    ] as const;
    const found = await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        const [locale, expected] = wanted[n % wanted.length] ?? wanted[0];
        const pdf = await (n % 2 === 0 ? caller : other).pdf({ html: script, locale });
        return [(await textOf(pdf)).replaceAll(/[\u00a0\u202f]/g, ' ').replace("'", '’'), expected];
      }),
    );
    for (const [is, expected] of found) assert.equal(is, expected);
  });
});
