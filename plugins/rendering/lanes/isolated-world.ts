import { setTimeout as pause } from 'node:timers/promises';
import type { CdpPage } from '../chromium/browser.ts';
import { BrowserLost, CommandRefused } from '../chromium/cdp-session.ts';
import { type PageState, READ_WHEN_READY } from './readiness.ts';

const RETRY_MS = 20;

/** Runs an expression where no script of a document does; resolves with what its promise does. */
export type Evaluate = (expression: string) => Promise<unknown>;

/** A world of our own in the main frame, out of reach of what the page did to its built-ins; made anew after a navigation. */
export class IsolatedWorld {
  readonly #page: CdpPage;
  #contextId: number | undefined;

  constructor(page: CdpPage) {
    this.#page = page;
  }

  /** Made when it is first needed, if not before. */
  async open(): Promise<void> {
    this.#contextId ??= (await this.#page.send('Page.createIsolatedWorld', { frameId: this.#page.targetId })).executionContextId;
  }

  /** The page's state, as soon as nothing is missing or a moment has passed. */
  async read(): Promise<PageState> {
    return (await this.evaluate(READ_WHEN_READY)) as PageState;
  }

  /** @throws CommandRefused when the expression throws, as reading a document of extreme size may */
  async evaluate(expression: string): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.open();
        const { result, exceptionDetails } = await this.#page.send('Runtime.evaluate', {
          expression,
          ...(this.#contextId === undefined ? {} : { contextId: this.#contextId }),
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails === undefined) return result.value;
        const reason = exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text;
        throw new CommandRefused('Runtime.evaluate', reason, { threw: true });
      } catch (error) {
        this.#contextId = undefined;
        if (error instanceof BrowserLost || (error instanceof CommandRefused && error.threw) || attempt >= 5) throw error;
        await pause(RETRY_MS);
      }
    }
  }
}
