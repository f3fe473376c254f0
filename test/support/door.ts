import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that documents ask whether they may be finished: until it is opened, they fail. */
export class Door {
  isOpen = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((_, response) => {
      response.setHeader('access-control-allow-origin', '*').end(this.isOpen ? 'yes' : 'no');
    });
  }

  static async build(): Promise<Door> {
    const door = new Door();
    await new Promise<void>((resolve, reject) => {
      door.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return door;
  }

  /** Of `egress.allow`. */
  get host(): string {
    return `127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** What a document waits for. */
  get wait() {
    return { expression: `fetch('http://${this.host}/').then((answer) => answer.text()).then((text) => text === 'yes')`, timeout_ms: 1500 };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
