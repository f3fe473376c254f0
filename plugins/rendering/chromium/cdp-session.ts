import type { Readable, Writable } from 'node:stream';
import type { CDPEvents, CDPSession } from 'puppeteer';
import { BoundedPipe } from './bounded-pipe.ts';

/** The browser or the page under a document went away. */
export class BrowserLost extends Error {
  readonly what: 'browser' | 'page';

  constructor(what: 'browser' | 'page', cause?: unknown) {
    super(`the ${what} went away${cause instanceof Error ? `: ${cause.message.slice(0, 500)}` : ''}`, { cause });
    this.name = 'BrowserLost';
    this.what = what;
  }
}

/** The browser answered a command with an error. */
export class CommandRefused extends Error {
  readonly method: string;
  readonly reason: string;
  /** The command was carried out: an expression was evaluated, and threw. */
  readonly threw: boolean;

  constructor(method: string, reason: string, { threw = false } = {}) {
    super(`${method}: ${reason}`);
    this.name = 'CommandRefused';
    this.method = method;
    this.reason = reason;
    this.threw = threw;
  }
}

const MAX_REASON = 200;

/** Why a page refused a command; undefined for other errors, of which it may know nothing. */
export function refusalOfPage(error: unknown): string | undefined {
  if (!(error instanceof CommandRefused)) return undefined;
  return /^(Target|Browser)\./.test(error.method) ? undefined : error.reason.slice(0, MAX_REASON);
}

type Listener = (event: never) => void;

interface Pending {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A message of the DevTools protocol that names its session. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** What the browser says of a session that it does not know, or no longer. */
const NO_SESSION = 'Session with given id not found';

/** One protocol session. Its calls end when it does, because a page that crashed answers nothing. */
export class CdpSession {
  readonly id: string;
  /** Never resolves; rejects when the session has ended. */
  readonly ended: Promise<never>;
  readonly #post: (message: object) => number;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Listener[]>();
  #endedBy: Error | undefined;
  #rejectEnded!: (reason: Error) => void;

  constructor(id: string, post: (message: object) => number) {
    this.id = id;
    this.#post = post;
    this.ended = new Promise((_, reject) => {
      this.#rejectEnded = reject;
    });
    this.ended.catch(() => undefined); // whoever uses the session races against it
  }

  /** @throws BrowserLost, or what the session was ended with, and CommandRefused for an answer that is an error */
  send: CDPSession['send'] = (method, params) =>
    new Promise<never>((resolve, reject) => {
      if (this.#endedBy !== undefined) reject(this.#endedBy);
      // The protocol's types say what each method answers.
      else this.#pending.set(this.#post({ method, params }), { method, resolve: resolve, reject });
    });

  on<K extends keyof CDPEvents>(method: K, listener: (event: CDPEvents[K]) => void): void {
    this.#listeners.set(method, [...(this.#listeners.get(method) ?? []), listener]);
  }

  off<K extends keyof CDPEvents>(method: K, listener: (event: CDPEvents[K]) => void): void {
    const others = (this.#listeners.get(method) ?? []).filter((one) => one !== listener);
    if (others.length > 0) this.#listeners.set(method, others);
    else this.#listeners.delete(method);
  }

  once<K extends keyof CDPEvents>(method: K, listener: (event: CDPEvents[K]) => void): void {
    const first = (event: CDPEvents[K]): void => {
      this.off(method, first);
      listener(event);
    };
    this.on(method, first);
  }

  get isOver(): boolean {
    return this.#endedBy !== undefined;
  }

  hears(method: string): boolean {
    return this.#listeners.has(method);
  }

  /** Every call that waits, and every later one, fails for this reason; the first one given counts. */
  end(reason: Error): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = reason;
    this.#rejectEnded(reason);
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
    this.#listeners.clear();
  }

  receive({ id, method, params, result, error }: Message): void {
    if (method !== undefined) {
      // Events are told to those who listen for their method, with its own type.
      for (const listener of this.#listeners.get(method) ?? []) listener(params as never);
      return;
    }
    if (error?.message.startsWith(NO_SESSION) === true) this.end(new BrowserLost('page'));
    const pending = this.#pending.get(id ?? 0);
    if (pending === undefined) return;
    this.#pending.delete(id ?? 0);
    if (error === undefined) pending.resolve(result);
    else pending.reject(new CommandRefused(pending.method, error.message));
  }
}

const METHOD = /^\{"method":"([\w.]+)"/;

/**
 * The sessions of a browser's pipe. What is sent within one turn of the event loop goes out in one write, and events
 * that nobody listens for are not parsed.
 */
export class CdpConnection {
  readonly #writing: Writable;
  readonly #pipe: BoundedPipe;
  readonly #sessions = new Map<string, CdpSession>();
  #outgoing = '';
  #lastId = 0;

  /** Takes the messages of all sessions from whoever reads the pipe now; those without a session stay theirs. */
  constructor(reading: Readable, writing: Writable) {
    this.#writing = writing;
    writing.on('error', () => undefined); // the browser is gone, as the end of what is read tells
    this.#pipe = new BoundedPipe(reading, (sessionId, head, message) => {
      const session = this.#sessions.get(sessionId);
      const method = METHOD.exec(head)?.[1];
      // A part of the protocol's own types: what the browser sends is not checked.
      if (session !== undefined && (method === undefined || session.hears(method))) session.receive(JSON.parse(message()) as Message);
    });
  }

  /** @param sessionId as the browser gave it for a target that was attached to, in flat mode */
  open(sessionId: string): CdpSession {
    const session = new CdpSession(sessionId, (message) => this.#post(sessionId, message));
    this.#sessions.set(sessionId, session);
    void session.ended.catch(() => {
      this.#sessions.delete(sessionId);
      this.#pipe.forget(sessionId);
    });
    return session;
  }

  /** Events of a session are read until there were `most`; then `spent` is called, once. */
  limitEvents({ id }: CdpSession, most: number, spent: () => void): void {
    this.#pipe.limitEvents(id, most, spent);
  }

  find(sessionId: string): CdpSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** Ends every session, and reads nothing any more. */
  end(reason: Error): void {
    this.#pipe.end();
    for (const session of [...this.#sessions.values()]) session.end(reason);
  }

  #post(sessionId: string, message: object): number {
    const id = ++this.#lastId;
    if (this.#outgoing === '') {
      queueMicrotask(() => {
        this.#writing.write(this.#outgoing);
        this.#outgoing = '';
      });
    }
    this.#outgoing += `${JSON.stringify({ id, sessionId, ...message })}\0`;
    return id;
  }
}
