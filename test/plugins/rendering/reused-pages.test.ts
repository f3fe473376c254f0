import assert from 'node:assert/strict';
import { pino } from 'pino';
import { Chromium } from '../../../plugins/rendering/chromium/browser.ts';
import { installFonts } from '../../../plugins/rendering/chromium/fonts.ts';
import { findChromium, prepareInstallFolder } from '../../../plugins/rendering/chromium/chromium-install.ts';
import { HUB_ACCOUNT } from '../../../plugins/rendering/contract.ts';
import { RenderDeadline } from '../../../plugins/rendering/deadline.ts';
import { planPrint } from '../../../plugins/rendering/page-options.ts';
import { StaticLane } from '../../../plugins/rendering/lanes/static-lane.ts';
import { ALL_CHECKS } from '../../../plugins/rendering/lanes/text-layout.ts';
import type { Caller, Generated } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { readPdf } from '../../support/pdf.ts';
import { temporaryFolder } from '../../support/services.ts';
import { CORPUS } from '../../support/markup-corpus.ts';

const RED = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="red"/></svg>').toString('base64')}`;
/** Looks different under a policy, another colour scheme, language, font, counter, target or focus. */
const CONTROL = `<!DOCTYPE html><title>control</title><style>
  body { counter-increment: n; margin: 10px } h1 { color: purple } .x { color: var(--x, green); font-family: q, serif } .n::after { content: counter(n) }
  li { list-style: mine } :target { background: lime } :focus { background: blue } @media (prefers-color-scheme: dark) { body { background: yellow } }
  :lang(ar) { border: 4px solid } .b { background: url(${RED}); height: 40px } .v { height: 10vh; background: silver }
  </style><h1 style="text-decoration: underline">Control</h1><p class=x>text</p><p class=n></p><ol><li id=x>one</ol><div class=b></div><div class=v></div>
  <img src="${RED}"><input value=text><input type=checkbox checked><a href="#x">link</a><p style="color: CanvasText; background: Canvas">system</p>`;

const pictures = async (pdf: Uint8Array): Promise<Buffer> => Buffer.concat((await readPdf(pdf)).map(({ pixels }) => pixels));
const undated = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replace(/\/(?:Creation|Mod)Date \(.*?\)/g, '');
const looksLike = async (wanted: Uint8Array, pdf: Uint8Array): Promise<boolean> =>
  undated(wanted) === undated(pdf) || (await pictures(wanted)).equals(await pictures(pdf));

describe('pages that are used again', () => {
  let hub: TestHub;
  /** So many that every document gets the page of another account. */
  let victims: Caller[];
  let attackers: Caller[];
  before(async () => {
    hub = await startHub({ plugins: { rendering: { config: { concurrency: 1 } } } });
    victims = await Promise.all(Array.from({ length: 5 }, () => hub.account()));
    attackers = await Promise.all(victims.map(() => hub.account()));
  });
  after(() => hub.stop());

  const send = async (caller: Caller | undefined, html: string): Promise<number | undefined> =>
    (await caller?.send<Generated>('POST', '/v1/generate', { html }))?.status;
  const control = async (caller: Caller | undefined): Promise<Uint8Array> => {
    assert.ok(caller !== undefined);
    return caller.pdf({ html: CONTROL });
  };

  it(`show an account the same picture after each of ${String(CORPUS.length)} documents of another one`, async function () {
    this.timeout(300_000);
    assert.ok(CORPUS.length >= 150);
    const wanted = await control(victims[0]);
    const altered: string[] = [];
    for (const [i, { name, html }] of CORPUS.entries()) {
      const status = await send(attackers[i % attackers.length], html);
      assert.ok(status === 201 || status === 422, `${name}: ${String(status)}`);
      if (!(await looksLike(wanted, await control(victims[i % victims.length])))) altered.push(name);
    }
    assert.deepEqual(altered, []);
  });

  it('show an account the same picture after any document of its own', async () => {
    const [own] = victims;
    const wanted = await control(own);
    for (const { name, html } of CORPUS.filter((_, i) => i % 8 === 0)) {
      await send(own, html);
      assert.ok(await looksLike(wanted, await control(own)), name);
    }
  });
});

describe('a page that changes hands', () => {
  /** Documents that the scan would never let onto a shared page, put there as if it had. */
  const HOSTILE: Readonly<Record<string, string>> = {
    'a policy': `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`,
    'a policy and a navigation': `<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><meta http-equiv=refresh content="0;url=about:blank">`,
    'a policy and an anchor': `<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><meta http-equiv=refresh content="0;url=#x">`,
    'a refresh that is still to come': '<meta http-equiv=refresh content="1">',
    'a colour scheme': '<meta name=color-scheme content=dark>',
    'a theme colour and a viewport': '<meta name=theme-color content=red><meta name=viewport content="width=100,initial-scale=4">',
    'a language': '<meta http-equiv=content-language content=ar>',
    'a default style': '<meta http-equiv=default-style content=s><link rel=stylesheet title=s href="data:text/css,h1{color:red}">',
    'a base': '<base href="http://other.test/" target=_blank>',
    'a referrer policy': '<meta name=referrer content=no-referrer>',
    quirks: '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>x',
    'focus and scroll': '<div style="height:5000px"></div><input autofocus><p id=x tabindex=0>',
    'a font': '<style>@font-face { font-family: q; src: local(Cousine) } p { font-family: q }</style><p>q',
    'counters and properties':
      '<style>html { counter-reset: n 50 } @property --x { syntax: "<color>"; inherits: false; initial-value: red } @counter-style mine { system: cyclic; symbols: "#" }</style>',
    paper: '<style>@page { size: 3in 3in; margin: 0 } :root { color-scheme: dark; zoom: 3; writing-mode: vertical-rl }</style>',
    frames: '<frameset cols="50%,50%"><frame src="about:blank"></frameset>',
  };

  it('keeps nothing of the document before, whatever the scan thought of it', async function () {
    this.timeout(180_000);
    const folder = temporaryFolder('reused-pages');
    const installFolder = await prepareInstallFolder(folder.path);
    const executablePath = await findChromium(undefined, installFolder);
    const fonts = await installFonts(installFolder, [], false);
    const browser = await Chromium.launch({
      executablePath,
      installFolder,
      fontConfig: fonts.configFile,
      sandbox: true,
      shared: true,
      beginFrames: true,
      denyPort: 9,
    });
    try {
      const lender = {
        borrow: () => Promise.resolve({ browser, release: () => undefined }),
        browsers: [browser],
        close: () => browser.close(),
      };
      const lane = new StaticLane(lender, { maxPages: 50, maxBytes: 1e7, tagged: false }, pino({ level: 'silent' }), 1);
      const render = async (accountId: string, html: string): Promise<Buffer> => {
        const deadline = new RenderDeadline(20_000, new AbortController().signal);
        try {
          const document = {
            html,
            selfContained: true,
            loadsData: /data:/.test(html),
            codePoints: [],
            webFonts: false,
            layoutChecks: ALL_CHECKS,
            page: { css: '', hasSize: false },
            warnings: [],
            families: [],
          };
          return await pictures(
            (
              await lane.render({
                accountId,
                document,
                plan: planPrint({}, true, 'options'),
                wait: undefined,
                settleMs: 0,
                region: {},
                hasFamily: () => true,
                hyphenate: () => Promise.resolve([]),
                deadline,
              })
            ).pdf,
          );
        } finally {
          deadline.stop();
        }
      };
      const wanted = await render('acct_a', CONTROL);
      for (const [what, html] of Object.entries(HOSTILE)) {
        await render('acct_b', html).catch(() => undefined); // some of them cannot be drawn
        assert.ok(wanted.equals(await render('acct_a', CONTROL)), what);
        // What the hub renders for itself is other people's too.
        await render(HUB_ACCOUNT, html).catch(() => undefined);
        assert.ok(wanted.equals(await render(HUB_ACCOUNT, CONTROL)), `${what}, in the gallery`);
      }
    } finally {
      await browser.close();
      folder.remove();
    }
  });
});
