import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A door to the suite's database that can be shut: connections through it are cut and refused. */
export class Gate {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #chunksLeft = Infinity;
  #shutsOn: string | undefined;
  port = 0;
  /** How many were sent through it to the server. */
  chunks = 0;
  /** How much later each of them arrives. */
  delayMs = 0;
  #held: { readonly text: string; readonly released: Promise<undefined> } | undefined;

  private constructor(target: number) {
    this.#server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1');
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
      }
      client.on('data', (chunk: Buffer) => {
        this.chunks++;
        if (--this.#chunksLeft === 0 || (this.#shutsOn !== undefined && chunk.includes(this.#shutsOn))) this.shut();
      });
      client.pipe(this.#delayed()).pipe(upstream).pipe(client);
    });
  }

  #delayed(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const go = (): void => {
          done(null, chunk);
        };
        if (this.#held !== undefined && chunk.includes(this.#held.text)) void this.#held.released.then(go);
        else if (this.delayMs > 0) setTimeout(go, this.delayMs);
        else go();
      },
    });
  }

  static async open(): Promise<Gate> {
    const gate = new Gate(Number(new URL(process.env['PLATEN_SUITE_MONGO'] ?? '').port));
    await gate.reopen();
    return gate;
  }

  async reopen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Shuts when so many chunks were sent through it, and opens again half a second later. */
  async interruptAfter(chunks: number): Promise<void> {
    this.#chunksLeft = chunks;
    await new Promise<void>((resolve) => this.#server.once('close', resolve));
    await pause(500);
    await this.reopen();
  }

  /** Is interrupted no more. */
  stay(): void {
    this.#chunksLeft = Infinity;
  }

  /** Takes nothing more from anybody, without closing a connection. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Keeps chunks with this text until they are released. */
  hold(text: string): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#held = { text, released: promise };
    return () => {
      this.#held = undefined;
      resolve(undefined);
    };
  }

  /** Shuts when a chunk with this text is sent through it. */
  shutOn(text: string): void {
    this.#shutsOn = text;
  }

  shut(): void {
    this.#shutsOn = undefined;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
