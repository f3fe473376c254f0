import type { CdpPage } from '../chromium/browser.ts';
import { EACH_WINDOW } from './each-window.ts';

/** What gives the scripts of a document and of its frames the frames they ask for, below a name that is no name in a document. */
const TAKE = "Symbol.for('platen.frames')";

/** Frames tell the time of the machine, which does not pass as the page's own does. Those that are asked for are noted. */
export const FRAMES_IN_OWN_TIME = `{
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  const cancel = globalThis.cancelAnimationFrame.bind(globalThis);
  const now = performance.now.bind(performance);
  const asked = new Map();
  globalThis.requestAnimationFrame = (callback) => {
    if (typeof callback !== 'function') return request(callback);
    const id = request(() => {
      asked.delete(id);
      callback(now());
    });
    asked.set(id, callback);
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => {
    asked.delete(id);
    cancel(id);
  };
  Object.defineProperty(globalThis, ${TAKE}, {
    value: () => {
      for (const [id, callback] of [...asked]) {
        if (!asked.delete(id)) continue;
        cancel(id);
        try {
          callback(now());
        } catch (error) {
          reportError(error);
        }
      }
      return asked.size;
    },
  });
}`;

const BATCH = 20;
const TAKE_BATCH = `(async () => {
  for (let left = ${String(BATCH)}; left > 0; left--) {
    let asked = 0;
    (${EACH_WINDOW})((window) => { asked += window[${TAKE}]?.() ?? 0; });
    if (asked === 0) return false;
    await null;
  }
  return true;
})()`;
/** Of animations that are heavy to draw. */
const LONGEST_MS = 1500;

/**
 * Gives the scripts of a page as many frames as they ask for, without drawing them: what counts frames in place of time is finished.
 * @param most frames, after which an animation is one without end
 */
export async function takeFrames(page: CdpPage, most: number): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  for (let taken = 0; taken < most && performance.now() < end; taken += BATCH) {
    const { result } = await page.send('Runtime.evaluate', { expression: TAKE_BATCH, awaitPromise: true });
    if (result.value !== true) return;
  }
}
