import { setTimeout as delay } from 'node:timers/promises';
import type { CdpPage } from '../chromium/browser.ts';
import { EACH_WINDOW } from './each-window.ts';

/** Where the workers of a document and of its frames are counted, below a name that is no name in a document. */
const WORKERS = "Symbol.for('platen.workers')";

/**
 * Notes how many workers have a message, or their start, still to answer, how many of them were given a way to answer that is not seen
 * here, and how many answers there were. A worker's error that nobody handles is told, which the browser tells the worker's console alone.
 */
export const COUNT_WORKERS = `{
  const { error: tell } = console;
  const [busy, elsewhere] = [new Set(), new Set()];
  let answers = 0;
  Object.defineProperty(globalThis, ${WORKERS}, { get: () => [busy.size, elsewhere.size, answers] });
  const watch = (worker, source) => {
    busy.add(worker);
    const answered = () => {
      answers++;
      busy.delete(worker);
    };
    for (const event of ['message', 'messageerror', 'error']) source.addEventListener(event, answered);
    worker.addEventListener('error', ({ message }) => {
      if (worker.onerror === null) tell(message || 'The script of a worker could not be loaded.');
    });
  };
  if (globalThis.Worker !== undefined)
    globalThis.Worker = class Worker extends globalThis.Worker {
      constructor(...given) {
        super(...given);
        watch(this, this);
      }
      postMessage(...given) {
        super.postMessage(...given);
        const transfer = given[1]?.transfer ?? given[1] ?? [];
        const isElsewhere = [...transfer].some((sent) => sent instanceof MessagePort || sent instanceof OffscreenCanvas);
        (isElsewhere ? busy : elsewhere).delete(this);
        (isElsewhere ? elsewhere : busy).add(this);
      }
      terminate() {
        super.terminate();
        busy.delete(this);
        elsewhere.delete(this);
      }
    };
  if (globalThis.SharedWorker !== undefined)
    globalThis.SharedWorker = class SharedWorker extends globalThis.SharedWorker {
      constructor(...given) {
        super(...given);
        watch(this, this.port);
      }
    };
}`;

const READ_WORKERS = `(() => {
  const sums = [0, 0, 0];
  (${EACH_WINDOW})((window) => (window[${WORKERS}] ?? []).forEach((count, i) => { sums[i] += count; }));
  return sums.join(' ');
})()`;

/** Workers that have not answered, those that may answer elsewhere, and answers. */
type Counts = readonly [busy: number, elsewhere: number, answers: number];

const SLICE_MS = 40;
/** A worker that has answered may go on, part by part, with no more silence than this between. */
const QUIET_MS = 200;

/**
 * Waits for the workers of a page, whose time is that of the machine, until they have answered and are quiet.
 * @param spend lets as much of the page's own time pass
 * @returns whether there is or may be an answer, and whether a worker is still silent after `ms` milliseconds
 */
export async function waitForWorkers(
  page: CdpPage,
  ms: number,
  spend: (ms: number) => Promise<void>,
): Promise<{ readonly answered: boolean; readonly silent: boolean }> {
  let [busy, elsewhere, answers] = await readWorkers(page);
  if (busy + elsewhere + answers === 0) return { answered: false, silent: false };
  const started = performance.now();
  let changed = started;
  for (let now = started; now - started < ms; now = performance.now()) {
    if (busy + elsewhere === 0 && now - changed >= QUIET_MS) break;
    await Promise.all([spend(SLICE_MS), delay(SLICE_MS)]);
    const before = busy + answers;
    [busy, elsewhere, answers] = await readWorkers(page);
    if (busy + answers !== before) changed = performance.now();
  }
  return { answered: elsewhere + answers > 0, silent: busy > 0 };
}

async function readWorkers(page: CdpPage): Promise<Counts> {
  const { result } = await page.send('Runtime.evaluate', { expression: READ_WORKERS });
  const [, busy = 0, elsewhere = 0, answers = 0] = /^(\d+) (\d+) (\d+)$/.exec(String(result.value)) ?? [];
  return [Number(busy), Number(elsewhere), Number(answers)];
}
