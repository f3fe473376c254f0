import { setTimeout as pause } from 'node:timers/promises';
import type { CdpPage } from '../chromium/browser.ts';
import { BrowserLost } from '../chromium/cdp-session.ts';
import { type PageState, READ_STATE } from './readiness.ts';

const RETRY_MS = 20;

/** A world of our own in the main frame, out of reach of what the page did to its built-ins; made anew after a navigation. */
export class IsolatedWorld {
  readonly #page: CdpPage;
  #contextId: number | undefined;

  constructor(page: CdpPage) {
    this.#page = page;
  }

  async read(): Promise<PageState> {
    return (await this.evaluate(READ_STATE)) as PageState;
  }

  async evaluate(expression: string): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      try {
        this.#contextId ??= (await this.#page.send('Page.createIsolatedWorld', { frameId: this.#page.targetId })).executionContextId;
        const { result } = await this.#page.send('Runtime.evaluate', { expression, contextId: this.#contextId, returnByValue: true });
        return result.value;
      } catch (error) {
        this.#contextId = undefined;
        if (error instanceof BrowserLost || attempt >= 5) throw error;
        await pause(RETRY_MS);
      }
    }
  }
}
