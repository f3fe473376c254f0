import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** The least that speaks the DevTools protocol over a pipe: the measure for what puppeteer's connection costs. */
export class PipeClient {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  readonly #listeners = new Map<string, () => void>();
  #id = 0;
  #rest = '';

  constructor(executable: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(executable, ['--remote-debugging-pipe', ...args], { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    (this.#child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const parts = (this.#rest + text).split('\0');
      this.#rest = parts.pop() ?? '';
      for (const part of parts) this.#receive(JSON.parse(part) as Answer);
    });
  }

  async send(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await new Promise<Answer>((resolve) => this.#pending.set(id, resolve));
    if (error !== undefined) throw new Error(error.message);
    return result ?? {};
  }

  once(method: string, sessionId: string): Promise<void> {
    return new Promise((resolve) => this.#listeners.set(`${sessionId} ${method}`, resolve));
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #receive(answer: Answer): void {
    if (answer.id !== undefined) {
      this.#pending.get(answer.id)?.(answer);
      this.#pending.delete(answer.id);
      return;
    }
    const key = `${answer.sessionId ?? ''} ${answer.method ?? ''}`;
    this.#listeners.get(key)?.();
    this.#listeners.delete(key);
  }
}
