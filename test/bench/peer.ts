import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { Chromium, type CdpPage } from '../../plugins/rendering/chromium/browser.ts';
import { installFonts } from '../../plugins/rendering/chromium/fonts.ts';
import { findChromium, prepareInstallFolder } from '../../plugins/rendering/chromium/chromium-install.ts';
import { openJsreport } from './jsreport.ts';

/** One peer behind a bare HTTP server: html in, PDF out, nothing else. Prints its port. */
const [kind = '', dataFolder = ''] = process.argv.slice(2);
const installFolder = await prepareInstallFolder(dataFolder);
const executablePath = await findChromium(process.env['BENCH_CHROMIUM'], installFolder);
const fonts = await installFonts(installFolder, [], false);
const PRINT = {
  paperWidth: 8.27,
  paperHeight: 11.7,
  marginTop: 0.5,
  marginBottom: 0.5,
  marginLeft: 0.5,
  marginRight: 0.5,
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: false,
};

const launchRaw = (beginFrames: boolean): Promise<Chromium> =>
  Chromium.launch({ executablePath, installFolder, fontConfig: fonts.configFile, sandbox: true, beginFrames, denyPort: 9, shared: true });
const launchPuppeteer = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath,
    headless: 'shell',
    pipe: true,
    args: ['--no-sandbox'],
    env: { ...process.env, FONTCONFIG_FILE: fonts.configFile },
  });

async function load(page: CdpPage, html: string): Promise<void> {
  const fired = new Promise((resolve) => page.session.once('Page.loadEventFired', resolve));
  await Promise.all([page.send('Page.setDocumentContent', { frameId: page.targetId, html }), fired]);
}

async function print(page: CdpPage): Promise<Buffer> {
  return Buffer.from((await page.send('Page.printToPDF', PRINT)).data, 'base64');
}

async function printAndClose(page: Page, html: string, close: (page: Page) => Promise<void>): Promise<Uint8Array> {
  await page.setContent(html);
  const margin = { top: '0.5in', bottom: '0.5in', left: '0.5in', right: '0.5in' };
  const pdf = await page.pdf({ format: 'a4', printBackground: true, preferCSSPageSize: true, tagged: false, margin });
  await close(page);
  return pdf;
}

type Render = (html: string) => Promise<Uint8Array>;

const peers: Readonly<Record<string, () => Promise<Render>>> = {
  /** Reused pages with scripts off and begin-frame control: what the static lane does, without Platen. */
  async 'raw reused page'() {
    const browser = await launchRaw(true);
    const idle: CdpPage[] = [];
    return async (html) => {
      let page = idle.pop();
      if (page === undefined) {
        page = await browser.openPage({ beginFrames: true });
        await Promise.all([
          page.send('Page.enable'),
          page.send('Emulation.setScriptExecutionDisabled', { value: true }),
          page.send('Emulation.setEmulatedMedia', { media: 'print' }),
        ]);
      }
      await load(page, html);
      const pdf = await print(page);
      idle.push(page);
      return pdf;
    };
  },
  /** A new context for each document: what the scripted lane does, without Platen. */
  async 'raw fresh context'() {
    const browser = await launchRaw(false);
    return async (html) => {
      const { browserContextId } = await browser.root.send('Target.createBrowserContext', { disposeOnDetach: true });
      const page = await browser.openPage({ contextId: browserContextId });
      await Promise.all([page.send('Page.enable'), page.send('Emulation.setEmulatedMedia', { media: 'print' })]);
      await load(page, html);
      const pdf = await print(page);
      void browser.root.send('Target.disposeBrowserContext', { browserContextId });
      return pdf;
    };
  },
  async 'puppeteer newPage'() {
    const browser = await launchPuppeteer();
    return async (html) => printAndClose(await browser.newPage(), html, (page) => page.close());
  },
  async 'puppeteer newContext'() {
    const browser = await launchPuppeteer();
    return async (html) => {
      const context = await browser.createBrowserContext();
      return printAndClose(await context.newPage(), html, () => context.close());
    };
  },
  async 'launch per request'() {
    return async (html) => {
      const browser = await launchPuppeteer();
      return printAndClose(await browser.newPage(), html, () => browser.close());
    };
  },
  /** Its renderer behind the same server: two threads, each with a browser. */
  jsreport: () => openJsreport(executablePath, fonts.configFile),
};

const make = peers[kind];
if (make === undefined) throw new Error(`peers: ${Object.keys(peers).join(', ')}`);
const render = await make();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { html } = JSON.parse(Buffer.concat(chunks).toString()) as { html: string };
    render(html).then(
      (pdf) => response.writeHead(201, { 'content-type': 'application/pdf' }).end(pdf),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`port ${String((server.address() as AddressInfo).port)}`);
});
process.stdin.on('end', () => process.exit(0)).resume();
