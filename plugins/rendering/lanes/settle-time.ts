import { setTimeout as delay } from 'node:timers/promises';
import type { CdpPage } from '../chromium/browser.ts';
import type { RenderWarning } from '../contract.ts';
import type { RenderDeadline } from '../deadline.ts';
import { advanceClock } from './frozen-clock.ts';
import { takeFrames } from './page-frames.ts';
import { waitForWorkers } from './page-workers.ts';
import type { ScriptedPage } from './scripted-page.ts';
import { quietNetwork } from './wait.ts';

/** Libraries take a longer pause between two frames for a page that was asleep, and begin again where it fell asleep. */
const LONGEST_STEP_MS = 430;
const FRAME_MS = 1000 / 60;
/** Of a document that still changed in the last step, which may have been its end. */
const EXTRA_STEPS = 3;
/** Tasks that may run before time goes on all the same: a page that never rests must not stop it. */
const MOST_TASKS = 100_000;

/** What changes a document as time passes; code from elsewhere may have any of it. */
const TAKES_TIME =
  /setTimeout|setInterval|requestAnimationFrame|requestIdleCallback|animat|transition|@keyframes|Observer|Promise|async|await|\.then\b|fetch\b|XMLHttpRequest|<set\b|<script[^>]*\bsrc\b|\bimport\b|<iframe|<video|MessageChannel|Worker|postTask|FileReader|toBlob|indexedDB|new Image/i;
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => done()))';
/** Read from the prototypes, as names in a document hide properties. */
const FINGERPRINT = `(() => {
  const read = (type, name, from) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(from);
  const root = read(Document, 'documentElement', document);
  if (root === null) return '';
  const text = read(Node, 'textContent', root);
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return [read(Element, 'scrollWidth', root), read(Element, 'scrollHeight', root), text.length, hash].join();
})()`;

export const mayTakeTime = (html: string): boolean => TAKES_TIME.test(html);

/**
 * Lets time pass for the timers and animations of a page until it looks as it would after `ms` milliseconds, a real frame after each step,
 * and waits for what it asks of the network and of its workers meanwhile. Afterwards its clock stands still: no timer in the page fires any more.
 * What is slow gets half of the time that is left, as its pages need time, too.
 * @param options.isFrozen whether the scripts of the page see a clock that stands still between the steps
 */
export async function passTime(
  { page, world, pageLog }: Pick<ScriptedPage, 'page' | 'world' | 'pageLog'>,
  ms: number,
  { isFrozen, deadline }: { readonly isFrozen: boolean; readonly deadline: RenderDeadline },
): Promise<RenderWarning[]> {
  const steps = Math.ceil(ms / LONGEST_STEP_MS);
  const kept = deadline.left / 2;
  const isLate = (): boolean => deadline.left < kept;
  const spendInTime = (budget: number): Promise<void> => spend(page, budget, deadline.left - kept);
  const take = async (): Promise<void> => {
    if (isFrozen) await advanceClock(page, Math.round(ms / steps));
    await spendInTime(ms / steps);
    await quietNetwork(pageLog);
    await world.evaluate(NEXT_FRAME);
  };
  const takeAll = async (): Promise<void> => {
    for (let step = 1; step < steps && !isLate(); step++) await take();
    if (!isLate()) await takeFrames(page, ms / FRAME_MS);
  };
  await takeAll();
  const workersMs = Math.min(ms, deadline.left - kept);
  const { answered, silent } = await waitForWorkers(page, workersMs, spendInTime);
  if (answered) await takeAll();
  const unanswered = silent ? [notSettled('A worker of the document has not answered in time; it is printed without.')] : [];
  for (let step = 0, before = await world.evaluate(FINGERPRINT); step <= EXTRA_STEPS; step++) {
    if (isLate()) return [notSettled('The document took too long to come to rest; it is printed as it was then.')];
    await take();
    const after = await world.evaluate(FINGERPRINT);
    if (after === before) return unanswered;
    before = after;
  }
  return [notSettled(`The text or the size of the document still changes after ${String(ms)} ms; it is printed as it was then.`)];
}

const notSettled = (message: string): RenderWarning => ({ code: 'NOT_SETTLED', message });

/** @param mostMs of the machine's time: workers without end keep a page's own from passing */
async function spend(page: CdpPage, budget: number, mostMs: number): Promise<void> {
  const spent = new Promise<void>((resolve) => {
    page.session.once('Emulation.virtualTimeBudgetExpired', () => {
      resolve();
    });
  });
  await page.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget,
    maxVirtualTimeTaskStarvationCount: MOST_TASKS,
  });
  const ended = new AbortController();
  const late = delay(mostMs, 'late', { signal: ended.signal }).catch(() => undefined); // it was spent before
  const first = await Promise.race([spent, page.lost, late]);
  ended.abort();
  if (first === 'late') await page.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
}
