import type { CdpPage } from './chromium/browser.ts';
import type { RenderWarning } from './contract.ts';

const MAX_ENTRIES = 20;
const MAX_TEXT = 500;
/** Connections that stay open by design. */
const ENDLESS = new Set(['WebSocket', 'EventSource', 'Ping', 'Preflight']);

/** What a scripted page asked of the network and said on its console. */
export class PageLog {
  readonly #open = new Map<string, string>();
  readonly #failed = new Map<string, string>();
  readonly #errors: string[] = [];

  constructor(page: CdpPage) {
    const { session } = page;
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!ENDLESS.has(type ?? '') && /^https?:/.test(request.url)) this.#open.set(requestId, request.url);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#open.delete(requestId));
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      const url = this.#open.get(requestId);
      this.#open.delete(requestId);
      if (url !== undefined) this.#fail(url, reasonOf(errorText));
    });
    session.on('Network.responseReceived', ({ response }) => {
      if (response.status >= 400) this.#fail(response.url, `the server answered ${String(response.status)}`);
    });
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      if (type === 'error') this.#note(args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' '));
    });
    session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      this.#note(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text);
    });
    session.on('Page.javascriptDialogOpening', () => {
      page.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined); // closed by itself meanwhile
    });
  }

  /** Requests in flight. */
  get open(): number {
    return this.#open.size;
  }

  hasFailed(url: string): boolean {
    return this.#failed.has(url);
  }

  warnings(): RenderWarning[] {
    for (const url of this.#open.values()) this.#fail(url, 'it was still loading');
    return [
      ...[...this.#failed].map(([url, reason]): RenderWarning => ({
        code: 'ASSET_FAILED',
        message: `${url} could not be loaded: ${reason}.`,
        subject: url,
      })),
      ...this.#errors.map((text): RenderWarning => ({ code: 'CONSOLE_ERROR', message: text })),
    ];
  }

  #fail(url: string, reason: string): void {
    if (this.#failed.size < MAX_ENTRIES) this.#failed.set(url.slice(0, MAX_TEXT), reason);
  }

  #note(text: string): void {
    if (this.#errors.length < MAX_ENTRIES) this.#errors.push(text.slice(0, MAX_TEXT));
  }
}

/** Chromium's names for what our proxy does say nothing to a caller. */
function reasonOf(errorText: string): string {
  if (/TUNNEL_CONNECTION_FAILED|PROXY/.test(errorText)) return 'its address is not allowed or does not answer';
  return errorText
    .replace(/^net::ERR_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}
