import { setTimeout as pause } from 'node:timers/promises';
import type { Protocol } from 'puppeteer';
import { ANSWER_TOO_LARGE } from '../chromium/bounded-pipe.ts';
import type { CdpPage } from '../chromium/browser.ts';
import { refusalOfPage } from '../chromium/cdp-session.ts';
import { RenderFailed, type WaitRules } from '../contract.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import type { PageLog } from './page-log.ts';
import { type PageState, readStateOnce } from './readiness.ts';

const POLL_MS = 20;
const NETWORK_IDLE_LIMIT_MS = 2000;
const DEFAULT_WAIT_MS = 10_000;
const MOST_POLLS = 10;

/** Load, fonts and images, then quiet network; a page that is never quiet is printed after two seconds of trying. */
export async function settle(world: IsolatedWorld, pageLog: PageLog): Promise<PageState> {
  let state = await world.read();
  while (state.pending !== '') state = await world.read();
  if (pageLog.open === 0) return state;
  await quietNetwork(pageLog);
  return world.read();
}

/** The state of a page whose clock stands still: it is asked from outside while pictures or fonts are missing, for 200 ms at most. */
export async function readSettled(world: IsolatedWorld): Promise<PageState> {
  for (let n = 0; ; n++) {
    const state = (await world.evaluate(readStateOnce(false))) as PageState;
    if (state.pending === '' || n === MOST_POLLS) return state;
    await pause(POLL_MS);
  }
}

/** Resolves when nothing is in flight, or after two seconds. */
export async function quietNetwork(pageLog: PageLog): Promise<void> {
  for (const until = performance.now() + NETWORK_IDLE_LIMIT_MS; pageLog.open > 0 && performance.now() < until;) await pause(POLL_MS);
}

/** @throws RenderFailed for a rule that is not met in time, or cannot be read */
export async function waitFor(world: IsolatedWorld, page: CdpPage, rules: WaitRules | undefined): Promise<void> {
  if (rules === undefined) return;
  const limitMs = rules.timeout_ms ?? DEFAULT_WAIT_MS;
  const until = performance.now() + limitMs;
  const met = async (what: string, test: () => Promise<boolean>): Promise<void> => {
    while (!(await test())) {
      if (performance.now() > until) throw RenderFailed(`wait.${what} was not met within ${String(limitMs)} ms, in phase wait.`);
      await pause(POLL_MS);
    }
  };
  const { selector, expression } = rules;
  if (selector !== undefined) {
    await met('selector', async () => {
      const found = await world.evaluate(
        `(() => { try { return Document.prototype.querySelector.call(document, ${JSON.stringify(selector)}) !== null } catch { return 'invalid' } })()`,
      );
      if (found === 'invalid') throw RenderFailed('wait.selector is not a valid CSS selector.');
      return found === true;
    });
  }
  if (expression !== undefined) {
    await met('expression', async () => {
      const answer = await page.send('Runtime.evaluate', { expression, awaitPromise: true }).catch((error: unknown) => {
        if (refusalOfPage(error) !== ANSWER_TOO_LARGE) throw error;
        return undefined; // a text that long is not empty
      });
      if (answer === undefined) return true;
      const { result, exceptionDetails } = answer;
      if (exceptionDetails !== undefined)
        throw RenderFailed(`wait.expression throws: ${(exceptionDetails.exception?.description ?? exceptionDetails.text).slice(0, 200)}`);
      return isTruthy(result);
    });
  }
  if (rules.delay_ms !== undefined) await pause(rules.delay_ms);
}

/** By JavaScript's own rule, of a value that may have stayed in the page. */
function isTruthy({ objectId, unserializableValue, value }: Protocol.Runtime.RemoteObject): boolean {
  if (unserializableValue !== undefined) return !/^(NaN|-?0n?)$/.test(unserializableValue);
  return objectId !== undefined || Boolean(value);
}
