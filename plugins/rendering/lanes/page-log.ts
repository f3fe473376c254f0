import type { CdpPage } from '../chromium/browser.ts';
import type { RenderWarning } from '../contract.ts';
import { PROXY_STATUS } from './egress-proxy.ts';

const MAX_ENTRIES = 20;
const MAX_TEXT = 500;
const NOT_REACHED = 'its address is not allowed or does not answer';
const PROXY_ERROR = /^platen; error=(\w+)$/;
/** Connections that stay open by design. */
const ENDLESS = new Set(['WebSocket', 'EventSource', 'Ping', 'Preflight']);

/** What a scripted page asked of the network and said on its console. */
export class PageLog {
  readonly #open = new Map<string, string>();
  readonly #failed = new Map<string, string>();
  readonly #errors: string[] = [];
  #usedNetwork = false;
  #mainFailure: string | undefined;

  constructor(page: CdpPage) {
    const { session } = page;
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!/^(https?|wss?):/.test(request.url)) return;
      this.#usedNetwork = true;
      if (!ENDLESS.has(type ?? '')) this.#open.set(requestId, clip(request.url));
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#open.delete(requestId));
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      const url = this.#open.get(requestId);
      this.#open.delete(requestId);
      if (url !== undefined) this.#fail(url, reasonOf(errorText));
    });
    session.on('Network.responseReceived', ({ response, type, frameId }) => {
      const isMain = type === 'Document' && frameId === page.targetId;
      if (isMain) this.#mainFailure = undefined;
      if (response.status < 400) return;
      const [, refusal] = PROXY_ERROR.exec(headerOf(response.headers, PROXY_STATUS)) ?? [];
      const reason = refusal === undefined ? `the server answered ${String(response.status)}` : refusalReason(refusal);
      if (isMain) this.#mainFailure = reason;
      else this.#fail(response.url, reason);
    });
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      if (type === 'error')
        this.#note(
          args
            .map(({ value, description }) => clip(typeof value === 'object' ? (description ?? '') : String(value ?? description ?? '')))
            .join(' '),
        );
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

  /** Why the page itself, where it has an address, could not be loaded. */
  get mainFailure(): string | undefined {
    return this.#mainFailure;
  }

  /** True when it asked for anything, whether it came or not. */
  get usedNetwork(): boolean {
    return this.#usedNetwork;
  }

  hasFailed(url: string): boolean {
    return this.#failed.has(clip(url));
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
    if (this.#failed.size < MAX_ENTRIES) this.#failed.set(clip(url), reason);
  }

  #note(text: string): void {
    if (this.#errors.length < MAX_ENTRIES) this.#errors.push(clip(text));
  }
}

/** A copy: a part of a string keeps the whole of it in memory. */
function clip(text: string): string {
  return text.length > MAX_TEXT ? Buffer.from(text.slice(0, MAX_TEXT)).toString() : text;
}

const headerOf = (headers: Readonly<Record<string, string>>, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const refusalReason = (error: string): string =>
  error === 'http_protocol_error' ? 'the server did not answer in valid HTTP' : NOT_REACHED;

/** Chromium's names for what our proxy does say nothing to a caller. */
export function reasonOf(errorText: string): string {
  if (/TUNNEL_CONNECTION_FAILED|PROXY/.test(errorText)) return NOT_REACHED;
  return errorText
    .replace(/^net::ERR_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}
