import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer';
import { until } from './until.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`;
const MAX_WEIGHT = 200_000;
const IDLE_MS = 100;
const QUIET_LIMIT_MS = 30_000;
/** Colours do not depend on the width, nor widths on colours. */
const SIZES = [
  { name: 'wide and light', width: 1280, scheme: 'light' },
  { name: 'small and dark', width: 360, scheme: 'dark' },
] as const;

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What is wrong with a page in light, dark and at 360 px: serious findings of axe, overflow, and weight unless it is an editor. */
export async function pageProblems(page: Page, url: string, { isEditor = false } = {}): Promise<string[]> {
  const problems: string[] = [];
  const { pathname } = new URL(url);
  await page.setCacheEnabled(false);
  // A page that is left may begin to load pictures when it gets wider, and does not tell how they end.
  await page.goto('about:blank');
  for (const [n, { name, width, scheme }] of SIZES.entries()) {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    if (n === 0) {
      const weight = await open(page, url);
      if (isEditor) await page.waitForSelector('.cm-content[contenteditable=true]');
      else if (weight > MAX_WEIGHT) problems.push(`${pathname} weighs ${String(weight)} bytes`);
      await page.$$eval('details', (all) => {
        for (const one of all) one.open = true;
      });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (overflow > 0) problems.push(`${pathname}, ${name}: ${String(overflow)} px too wide`);
    problems.push(...(await axeProblems(page, `${pathname}, ${name}`)));
  }
  return problems;
}

/** Loads a page until nothing is in flight; how many bytes that took. */
async function open(page: Page, url: string): Promise<number> {
  const session = await page.createCDPSession();
  const traffic = await watchTraffic(session);
  await page.goto(url, { waitUntil: 'load' });
  await traffic.quiet();
  await session.detach();
  return traffic.weight;
}

interface Traffic {
  /** Bytes so far. */
  readonly weight: number;
  /** Resolves when nothing has been in flight for a moment. */
  quiet(): Promise<void>;
}

/** What the page that is opened next asks for. */
async function watchTraffic(session: CDPSession): Promise<Traffic> {
  const open = new Map<string, string>();
  let weight = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    open.set(requestId, request.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId);
    weight += encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    open.delete(requestId);
  });
  await session.send('Network.enable');
  return {
    get weight() {
      return weight;
    },
    async quiet() {
      const quietFor = (): Promise<true | undefined> =>
        open.size > 0 ? Promise.resolve(undefined) : pause(IDLE_MS).then(() => (open.size > 0 ? undefined : true));
      await until(() => `the end of ${[...open.values()].join(', ')}`, quietFor, QUIET_LIMIT_MS);
    },
  };
}

/** Serious findings of axe in what a page shows now. */
export async function axeProblems(page: Page, name: string): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') {
    // By the protocol, as the page's own policy lets no other script in.
    const session = await page.createCDPSession();
    await session.send('Runtime.evaluate', { expression: AXE });
    await session.detach();
  }
  return ((await page.evaluate(RUN)) as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const where = nodes.slice(0, 2).map(({ html, failureSummary }) => `${html.slice(0, 150)} (${failureSummary ?? ''})`);
      return `${name}: ${id} ${where.join(' | ')}`;
    });
}
