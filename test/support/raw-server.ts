import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const TLS_HANDSHAKE = 0x16;

type Answer = (path: string, socket: Socket) => void;

/** A TCP server on loopback that answers whatever bytes a test likes to a request for a path, or to the first bytes of TLS (`tls`). */
export class RawServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  answer: Answer;

  private constructor(answer: Answer) {
    this.answer = answer;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).once('close', () => this.#sockets.delete(socket));
      let head = '';
      socket.on('data', (chunk) => {
        if (head === '' && chunk[0] === TLS_HANDSHAKE) this.answer('tls', socket);
        const known = head.includes('\r\n\r\n');
        head += known ? '' : chunk.toString('latin1');
        if (!known && head.includes('\r\n\r\n')) this.answer(head.split(' ')[1] ?? '', socket);
      });
    });
  }

  static async open(answer: Answer): Promise<RawServer> {
    const raw = new RawServer(answer);
    await new Promise<void>((resolve, reject) => {
      raw.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return raw;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that are open at the moment. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
