import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER = 12;
const TYPES: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 };
/** A response to a recursive query, without an error (RFC 1035, 4.1.1). */
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;
/** The name of the question, by a pointer to where it stands. */
const SAME_NAME = 0xc00c;

type Addresses = Readonly<Partial<Record<4 | 6, Buffer>>>;

/** A DNS server on loopback; names that it does not know are silence, or an error where they end in `.missing`. */
export class NameServer {
  readonly #socket: Socket;
  readonly #names: Readonly<Record<string, Addresses>>;

  private constructor(socket: Socket, names: Readonly<Record<string, Addresses>>) {
    this.#socket = socket;
    this.#names = names;
    socket.on('message', (query, from) => {
      const reply = this.#answer(query);
      if (reply !== undefined) socket.send(reply, from.port, from.address);
    });
  }

  static async open(names: Readonly<Record<string, Addresses>>): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, names);
  }

  get address(): string {
    return `127.0.0.1:${String(this.#socket.address().port)}`;
  }

  close(): void {
    this.#socket.close();
  }

  #answer(query: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = HEADER;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
      at += length + 1;
    }
    const question = query.subarray(HEADER, at + 5);
    const name = labels.join('.');
    const known = this.#names[name];
    if (known === undefined) return name.endsWith('.missing') ? message(query, NO_SUCH_NAME, question) : undefined;
    const address = known[TYPES[query.readUInt16BE(at + 1)] ?? 4];
    return message(query, ANSWERED, question, TYPES[query.readUInt16BE(at + 1)] === undefined ? undefined : address);
  }
}

function message(query: Buffer, flags: number, question: Buffer, address?: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(flags, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  if (address === undefined) return Buffer.concat([header, question]);
  const record = Buffer.alloc(HEADER);
  record.writeUInt16BE(SAME_NAME, 0);
  question.copy(record, 2, question.length - 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(address.length, 10);
  return Buffer.concat([header, question, record, address]);
}
