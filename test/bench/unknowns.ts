import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Chromium, type CdpPage } from '../../plugins/rendering/chromium/browser.ts';
import { installFonts } from '../../plugins/rendering/chromium/fonts.ts';
import { findChromium, packageFolder, prepareInstallFolder } from '../../plugins/rendering/chromium/chromium-install.ts';
import { RenderDeadline } from '../../plugins/rendering/deadline.ts';
import { planPrint } from '../../plugins/rendering/page-options.ts';
import { type PageState, readStateOnce } from '../../plugins/rendering/lanes/readiness.ts';
import { StaticLane } from '../../plugins/rendering/lanes/static-lane.ts';
import { layoutChecksOf } from '../../plugins/rendering/lanes/text-layout.ts';
import { readPdf } from '../support/pdf.ts';
import { DOCUMENTS } from './documents.ts';

/** Questions the renderer's design leaves to measurement, answered for the browser of this machine. */
const installFolder = await prepareInstallFolder(join(import.meta.dirname, '../../.platen/bench'));
const executablePath = await findChromium(process.env['BENCH_CHROMIUM'], installFolder);
const fonts = await installFonts(installFolder, [], false);
console.log(`browser: ${executablePath}`);

const launch = (options: { beginFrames?: boolean; sandbox?: boolean } = {}): Promise<Chromium> =>
  Chromium.launch({
    executablePath,
    installFolder,
    fontConfig: fonts.configFile,
    sandbox: options.sandbox ?? true,
    beginFrames: options.beginFrames ?? true,
    denyPort: 9,
    shared: true,
  });

async function openStatic(browser: Chromium, fetchEnabled = true): Promise<CdpPage> {
  const page = await browser.openPage({ beginFrames: true });
  await Promise.all([
    page.send('Page.enable'),
    ...(fetchEnabled ? [page.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] })] : []),
    page.send('Emulation.setScriptExecutionDisabled', { value: true }),
    page.send('Emulation.setEmulatedMedia', { media: 'print' }),
  ]);
  return page;
}

async function load(page: CdpPage, html: string): Promise<void> {
  const fired = new Promise((resolve) => page.session.once('Page.loadEventFired', resolve));
  await Promise.all([page.send('Page.setDocumentContent', { frameId: page.targetId, html }), fired]);
}

const print = async (page: CdpPage): Promise<Buffer> =>
  Buffer.from(
    (await page.send('Page.printToPDF', { printBackground: true, preferCSSPageSize: true, generateTaggedPDF: false })).data,
    'base64',
  );

const readState = async (page: CdpPage): Promise<PageState> =>
  (await page.send('Runtime.evaluate', { expression: readStateOnce(false), returnByValue: true })).result.value as PageState;

/** Median milliseconds of both ways, visited in turn, and their ratio. */
async function compare(what: string, one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 150; round++) {
    for (const [i, way] of [one, other].entries()) {
      const started = performance.now();
      await way();
      if (round > 20) times[i]?.push(performance.now() - started);
    }
  }
  const [a, b] = times.map((list) => list.sort((x, y) => x - y)[Math.floor(list.length / 2)] ?? NaN) as [number, number];
  console.log(`${what}: ${a.toFixed(2)} ms against ${b.toFixed(2)} ms, ratio ${(a / b).toFixed(2)}`);
}

async function costs(): Promise<void> {
  const browser = await launch();
  const [bare, open] = await Promise.all([launch(), launch({ sandbox: false })]);
  const { html } = DOCUMENTS.invoice;
  const [plain, watched, other, unboxed] = await Promise.all([
    openStatic(browser, false),
    openStatic(browser),
    openStatic(bare),
    openStatic(open),
  ]);
  const make = (page: CdpPage) => async (): Promise<void> => {
    await load(page, html);
    await print(page);
  };
  await compare('Fetch.enable on http* / without (invoice)', make(watched), make(plain));
  await compare('two browsers alike, for the noise (invoice)', make(other), make(plain));
  // On a page of its own: documents that follow each other on one page are fast and slow in turn.
  const ready = async (): Promise<void> => {
    await load(watched, html);
    await readState(watched);
    await print(watched);
  };
  await compare('readiness call / without (invoice)', ready, make(plain));
  await compare('sandbox on / off (invoice)', make(other), make(unboxed));
  await Promise.all([browser.close(), bare.close(), open.close()]);
}

/** Documents a second through the static lane, by whose they are; rounds of each way in turn, medians. */
async function accounts(): Promise<void> {
  const browser = await launch();
  const lender = {
    borrow: () => Promise.resolve({ browser, release: () => undefined }),
    browsers: [browser],
    close: () => browser.close(),
  };
  const limits = { maxPages: 1000, maxBytes: 50_000_000, tagged: false };
  const plan = planPrint({}, true, 'options');
  const ways: Readonly<Record<string, (n: number) => string>> = {
    'one account': () => 'a',
    'two in turn': (n) => `account ${String(n % 2)}`,
    'another each time': (n) => `account ${String(n)}`,
  };
  for (const name of ['hello', 'invoice'] as const) {
    const document = {
      html: DOCUMENTS[name].html,
      selfContained: true,
      loadsData: false,
      codePoints: [],
      webFonts: false,
      layoutChecks: layoutChecksOf(DOCUMENTS[name].html),
      page: { css: '', hasSize: false },
      warnings: [],
      families: [],
    };
    for (const callers of [1, 4]) {
      const lanes = Object.entries(ways).map(([what, owner]) => ({
        what,
        owner,
        lane: new StaticLane(lender, limits, pino({ level: 'silent' }), 8),
        rates: [] as number[],
        made: 0,
      }));
      for (let round = 0; round < 12; round++) {
        for (const way of lanes) {
          const until = performance.now() + 700;
          const before = way.made;
          const started = performance.now();
          const call = async (): Promise<void> => {
            while (performance.now() < until) {
              const deadline = new RenderDeadline(30_000, new AbortController().signal);
              await way.lane.render({
                accountId: way.owner(way.made++),
                document,
                plan,
                wait: undefined,
                settleMs: 0,
                region: {},
                hasFamily: () => true,
                hyphenate: () => Promise.resolve([]),
                deadline,
              });
              deadline.stop();
            }
          };
          await Promise.all(Array.from({ length: callers }, call));
          if (round > 1) way.rates.push(((way.made - before) * 1000) / (performance.now() - started));
        }
      }
      const medians = lanes.map(({ rates }) => rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? NaN);
      const told = lanes.map(
        ({ what }, i) => `${what} ${(medians[i] ?? NaN).toFixed(1)} (${((medians[i] ?? NaN) / (medians[0] ?? NaN)).toFixed(2)})`,
      );
      console.log(`${name}, ${String(callers)} callers, documents a second: ${told.join(', ')}`);
    }
  }
  await browser.close();
}

async function readinessWithoutScripts(): Promise<void> {
  const browser = await launch();
  const page = await openStatic(browser);
  const font = readFileSync(join(packageFolder('dejavu-fonts-ttf'), 'ttf', 'DejaVuSerif-Bold.ttf')).toString('base64');
  const image = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="red"/></svg>').toString('base64')}`;
  const html = `<title>t</title><style>@font-face { font-family: own; src: url(data:font/ttf;base64,${font}) } h1 { font-family: own } .far { margin-top: 3000px }</style><h1>Own font</h1><img class=far loading=lazy src="${image}">`;
  await load(page, html);
  const states: string[] = [];
  let state = await readState(page);
  for (; state.pending !== '' && states.length < 200; state = await readState(page)) states.push(state.pending);
  const pdf = await print(page);
  const pages = await readPdf(pdf);
  const red = pages.some((facts) =>
    Array.from({ length: 50 }, (_, i) => facts.colorAt(0.1, i / 50)).some(([r, g, b]) => r > 200 && g < 50 && b < 50),
  );
  console.log(
    `scripts off, begin-frame control: data: font ${pdf.toString('latin1').includes('DejaVuSerif') ? 'used' : 'MISSING'}, lazy image ${red ? 'drawn' : 'MISSING'}, waited for ${[...new Set(states)].join(', ') || 'nothing'}`,
  );
  await browser.close();
}

async function whatSurvives(): Promise<void> {
  const browser = await launch();
  const probe = '<title>p</title><style>p { color: red; background: url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) }</style><p id=x>x';
  const questions: Readonly<Record<string, readonly [markup: string, expression: string]>> = {
    'meta CSP': [
      '<meta http-equiv="Content-Security-Policy" content="style-src \'none\'">',
      "getComputedStyle(document.getElementById('x')).color",
    ],
    'meta referrer': ['<meta name=referrer content=no-referrer>', 'document.querySelector("meta") === null'],
    'color-scheme': [
      '<meta name=color-scheme content=dark>',
      "document.getElementById('x').style.color = 'CanvasText', getComputedStyle(document.getElementById('x')).color",
    ],
    'meta viewport': ['<meta name=viewport content="width=400">', 'innerWidth'],
    base: ['<base href="http://other.test/">', 'document.baseURI'],
    '@font-face': ['<style>@font-face { font-family: q; src: local("Arimo") }</style>', 'document.fonts.size'],
    '#anchor': ['<a name=a href="#a">a</a>', 'location.hash'],
  };
  for (const [name, [markup, expression]] of Object.entries(questions)) {
    const ask = async (navigate: boolean, before: string): Promise<unknown> => {
      const page = await openStatic(browser);
      await load(page, `<title>b</title>${before}<p>before`);
      if (navigate) {
        const fired = new Promise((resolve) => page.session.once('Page.loadEventFired', resolve));
        await Promise.all([page.send('Page.navigate', { url: 'about:blank' }), fired]);
      }
      await load(page, probe);
      const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
      await browser.closePage(page);
      return result.value;
    };
    const [clean, after, cleaned] = [await ask(false, ''), await ask(false, markup), await ask(true, markup)];
    console.log(
      `${name}: ${String(clean)} on a fresh page, ${String(after)} after it, ${String(cleaned)} with about:blank in between → ${clean === after ? 'does not survive' : 'SURVIVES'}`,
    );
  }
  await browser.close();
}

async function scriptsUnderBeginFrames(): Promise<void> {
  for (const beginFrames of [false, true]) {
    const browser = await launch({ beginFrames });
    const page = await browser.openPage({ beginFrames });
    await page.send('Page.enable');
    await load(
      page,
      `<title>s</title><div id=d>x</div><script>
      globalThis.seen = { raf: 0, io: 0, animation: 0 };
      requestAnimationFrame(function f() { seen.raf++; if (seen.raf < 5) requestAnimationFrame(f) });
      new IntersectionObserver(() => seen.io++).observe(d);
      d.animate([{ opacity: 0 }, { opacity: 1 }], 100).finished.then(() => seen.animation++);
      </script>`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { result } = await page.send('Runtime.evaluate', { expression: 'JSON.stringify(seen)' });
    console.log(`after 1 s ${beginFrames ? 'with' : 'without'} begin-frame control: ${String(result.value)}`);
    await browser.close();
  }
}

/** Resident megabytes of a browser and all its children. */
function residentMegabytes(browser: Chromium): number {
  const children = (pid: number): number[] => {
    const list = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
    return list === ''
      ? []
      : list
          .split(' ')
          .map(Number)
          .flatMap((child) => [child, ...children(child)]);
  };
  const pages = [browser.pid, ...children(browser.pid)].map((pid) =>
    Number(readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ')[1]),
  );
  return Math.round((pages.reduce((sum, value) => sum + value, 0) * 4096) / 1024 / 1024);
}

async function growth(): Promise<void> {
  const browser = await launch();
  let page = await openStatic(browser);
  const sizes: string[] = [];
  for (let i = 0; i <= 4000; i++) {
    await load(page, DOCUMENTS.hello.html);
    await print(page);
    if (i % 1000 === 0) sizes.push(`${String(i)}: ${String(residentMegabytes(browser))} MB`);
    if (i % 500 === 499) {
      await browser.closePage(page);
      page = await openStatic(browser);
    }
  }
  console.log(`static lane, resident memory by documents: ${sizes.join(', ')}`);
  await browser.close();
}

for (const question of [costs, accounts, readinessWithoutScripts, whatSurvives, scriptsUnderBeginFrames, growth]) await question();
process.exit(0);
