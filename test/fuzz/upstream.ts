import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { mutateBytes, Random } from './random.ts';

const LONGEST_ANSWER_MS = 20_000;
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const CONTENT: readonly (readonly [string, Buffer])[] = [
  ['image/png', PNG],
  ['text/css', Buffer.from('p { color: red } @import "/7"; ')],
  ['text/html', Buffer.from('<title/><!--</title><meta name=color-scheme content=dark>--><p>framed')],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')],
  ['text/javascript', Buffer.from('document.title = 1; export default 1')],
  ['font/woff2', Buffer.from('wOF2AAAA')],
  ['application/pdf', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>')],
  ['application/octet-stream', Buffer.alloc(70_000, 7)],
];
const STATUS_LINES = [
  'HTTP/1.1 099 X',
  'HTTP/1.1 000 X',
  'HTTP/1.1 1000 X',
  'HTTP/1.1 -1 X',
  'HTTP/1.1 200',
  'HTTP/1.1',
  'HTTP/9.9 200 OK',
  'HTTP/1.0 200 OK',
  'ICY 200 OK',
  'HTTP/1.1 200 \x01\x02',
  'HTTP/1.1 204 No',
  'HTTP/1.1 304 Not',
  'HTTP/1.1 206 P',
  'HTTP/1.1 301 M',
  'HTTP/1.1 401 U',
  'HTTP/1.1 407 P',
  'HTTP/1.1 999 X',
  'HTTP/1.1 500 X',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 103 Early Hints',
  'HTTP/1.1 100 Continue',
];
const HEADERS = [
  'Location: /9',
  'Location: http://[::1',
  'Location: \x80\xff',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Length: 99999999999999999999',
  'Content-Length: -5',
  'Content-Length: 3\r\nContent-Length: 4',
  'Content-Encoding: gzip',
  'Content-Encoding: br, zstd',
  'X-\0Y: z',
  'X Y: z',
  ': empty',
  'X: a\rb',
  'X: \x7f\x00\x1f',
  'X: \xe9\xff',
  ' folded: x',
  `X: ${'y'.repeat(20_000)}`,
  ...[
    'Set-Cookie: a=b; Domain=.',
    'Content-Security-Policy: sandbox',
    'Clear-Site-Data: "*"',
    'Refresh: 0; url=/1',
    'Link: </3>; rel=preload',
  ],
  ...[
    'Strict-Transport-Security: max-age=99999',
    'Keep-Alive: timeout=x',
    'Trailer: X',
    'Connection: close, \x01',
    'Proxy-Authenticate: Basic',
  ],
  Array.from({ length: 300 }, (_, n) => `X-${String(n)}: y`).join('\r\n'),
];

type Step = { readonly send: Buffer } | { readonly waitMs: number } | { readonly reset: true } | { readonly forever: Buffer };

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What the upstream says under a path: a matter of its number alone. */
function answerTo(seed: number): readonly Step[] {
  const random = new Random(seed, 'upstream');
  const [type, plain] = random.pick(CONTENT);
  const content = random.chance(0.3) ? mutateBytes(random, plain, random.int(1, 8)) : plain;
  const good = (more = ''): Buffer => latin(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nAccess-Control-Allow-Origin: *\r\n${more}`);
  const whole = Buffer.concat([good(`Content-Length: ${String(content.length)}\r\n\r\n`), content]);
  return random.pick<() => readonly Step[]>([
    () => [{ send: whole }],
    () => [{ send: latin(`${random.pick(STATUS_LINES)}\r\n\r\n`) }],
    () => [{ send: latin(`${random.pick(STATUS_LINES)}\r\n${random.pick(HEADERS)}\r\nContent-Length: 0\r\n\r\n`) }],
    () => [
      { send: latin(`${random.pick(STATUS_LINES)}\r\nContent-Type: ${type}\r\nContent-Length: ${String(content.length)}\r\n\r\n`) },
      { send: content },
    ],
    () => [{ send: latin(`${random.pick(STATUS_LINES)}\r\n\r\n`) }, { waitMs: random.int(0, 300) }, { send: whole }],
    () => [{ send: good(`${random.list(1, 4, () => random.pick(HEADERS)).join('\r\n')}\r\n\r\n`) }, { send: content }],
    () => [{ send: good(`Content-Length: ${String(content.length + 500)}\r\n\r\n`) }, { send: content }],
    () => [{ send: good(`Content-Length: ${String(content.length + 500)}\r\n\r\n`) }, { send: content }, { reset: true }],
    () => [{ send: good(`Content-Length: 3\r\n\r\n`) }, { send: content }, { send: whole }],
    () => [
      {
        send: good(`Transfer-Encoding: chunked\r\n\r\n${random.pick(['zz', '5', 'ffffffffffffffff', '-1', '5;x=y', ''])}\r\nabc\r\n0\r\n`),
      },
    ],
    () => [{ send: good(`Transfer-Encoding: chunked\r\n\r\n`) }, { forever: latin('5\r\nabcde\r\n') }],
    () => [{ send: good('Content-Encoding: gzip\r\n\r\n') }, { send: gzipSync(Buffer.alloc(random.pick([100, 30_000_000]))) }],
    () => [{ send: good('\r\n') }, { forever: Buffer.alloc(60_000, 'x') }],
    () => [{ forever: latin('HTTP/1.1 100 Continue\r\n\r\n') }],
    () => [{ forever: latin('X: y\r\n') }],
    () => [{ send: good('\r\n') }, { waitMs: LONGEST_ANSWER_MS }],
    () => [{ waitMs: LONGEST_ANSWER_MS }],
    () => [{ reset: true }],
    () => [{ send: mutateBytes(random, whole, random.int(1, 10)) }],
    () => [{ send: mutateBytes(random, whole.subarray(0, 120), random.int(1, 10)) }, { reset: true }],
    () => [{ send: content }],
    () =>
      whole
        .subarray(0, 200)
        .toString('latin1')
        .split('')
        .flatMap((byte): Step[] => [{ send: latin(byte) }, { waitMs: 5 }]),
    () => [{ send: latin(`HTTP/1.1 302 Found\r\nLocation: /${String(seed)}\r\nContent-Length: 0\r\n\r\n`) }],
  ])();
}

/** A TCP server on loopback whose answers to `GET /<number>` are mostly no HTTP. */
export class Upstream {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  connections = 0;

  private constructor() {
    this.#server = createServer((socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy()); // the other side is expected to give up
      socket.once('data', (chunk) => {
        const seed = Number(/^\w+ \S*?\/(\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0);
        void this.#answer(socket, answerTo(seed));
      });
    });
  }

  static async open(): Promise<Upstream> {
    const upstream = new Upstream();
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  async #answer(socket: Socket, steps: readonly Step[]): Promise<void> {
    const deadline = performance.now() + LONGEST_ANSWER_MS;
    const isOver = (): boolean => socket.destroyed || performance.now() > deadline;
    const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    for (const step of steps) {
      if (isOver()) break;
      if ('send' in step) socket.write(step.send);
      else if ('waitMs' in step) for (let left = step.waitMs; left > 0 && !isOver(); left -= 100) await pause(Math.min(left, 100));
      else if ('reset' in step) socket.resetAndDestroy();
      else
        while (!isOver()) {
          if (!socket.write(step.forever)) await pause(5);
          else await pause(1);
        }
    }
    socket.end();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
