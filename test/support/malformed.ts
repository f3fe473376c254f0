import { randomOf } from './random.ts';

/** Whole numbers from 0 up to a bound that are the same for the same seed. */
export function seeded(seed: number): (below: number) => number {
  const random = randomOf(seed);
  return (below) => Math.floor(random() * below);
}

const BODY = 'GIF89a\x01\x00\x01\x00\x80\x00\x00';
const status = (line: string): string => `${line}\r\nContent-Type: image/gif\r\nContent-Length: ${String(BODY.length)}\r\n\r\n${BODY}`;
const header = (lines: string, body = BODY): string => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\n${body}`;

/** Answers that break HTTP/1.1, each in a way of its own. */
export const MALFORMED: readonly string[] = [
  ...[
    '099 X',
    '000 X',
    '999 X',
    '600 X',
    '99 X',
    '1000 X',
    '-1 X',
    '100 Continue',
    '101 Switching Protocols',
    '102 X',
    '103 X',
    '199 X',
  ].map((line) => status(`HTTP/1.1 ${line}`)),
  ...['407 Proxy', '204 No', '304 Not', '200', '200 \x00\x01\x7f\xff', `200 ${'x'.repeat(20_000)}`, 'abc X', ''].map((line) =>
    status(`HTTP/1.1 ${line}`),
  ),
  ...['HTTP/0.9 200 OK', 'HTTP/2.0 200 OK', 'HTTP/9.9 200 OK', 'ICY 200 OK', 'RTSP/1.0 200 OK', 'nonsense', '\0\0\0\0', '\x16\x03\x01'].map(
    status,
  ),
  header('Upgrade: websocket\r\nConnection: Upgrade'),
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x05hello',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500),
  `${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(50)}${status('HTTP/1.1 200 OK')}`,
  ...[
    'X: a\x01b',
    'X: \x00',
    'X: \x7f',
    'X\x00: a',
    'X Y: a',
    ': a',
    'X',
    ' X: folded',
    'X: a\r\n b',
    'X: \xe9\xff',
    '\xe9: a',
    'X:\ta\x0bb',
  ].map((line) => header(`${line}\r\nContent-Length: ${String(BODY.length)}`)),
  ...[
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: -1',
    'Content-Length: 1e9',
    'Content-Length: 99999999999999999999',
    'Content-Length: ',
  ].map((line) => header(line)),
  header('Content-Length: 5, 5', 'abcde'),
  header('Content-Length: 5\r\nTransfer-Encoding: chunked', '5\r\nabcde\r\n0\r\n\r\n'),
  header('Content-Length: 100000'),
  header('Content-Length: 3', 'abcdefgh'),
  ...[
    'zz\r\nabc\r\n0\r\n\r\n',
    '5\r\nabc',
    '-5\r\nabcde\r\n',
    '5;ext="\x00"\r\nabcde\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\nx',
    '5\r\nabcdeXX0\r\n\r\n',
    '5\r\nabcde\r\n',
  ].map((body) => header('Transfer-Encoding: chunked', body)),
  header('Transfer-Encoding: chunked', '0\r\nX: \x00\r\n\r\n'),
  header('Transfer-Encoding: gzip, chunked', '5\r\nabcde\r\n0\r\n\r\n'),
  header('Transfer-Encoding: nonsense'),
  header('Content-Encoding: gzip\r\nContent-Length: 5', 'abcde'),
  header('Content-Encoding: br\r\nContent-Length: 5', 'abcde'),
  header(`X: ${'y'.repeat(20_000)}`),
  header(Array.from({ length: 3000 }, (_, i) => `X-${String(i)}: y`).join('\r\n')),
  header('Location: http://[::1\r\nContent-Length: 0', ''),
  'HTTP/1.1 302 Found\r\nLocation: \x01\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nX: a',
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 200 OK\n\nx',
  'HTTP/1.1',
  '',
];

/** One of the malformed answers, with a few of its bytes changed, removed or repeated. */
export function mutated(random: (below: number) => number): Buffer {
  const bytes = Buffer.from(MALFORMED[random(MALFORMED.length)] ?? '', 'latin1');
  for (let n = random(4); n > 0 && bytes.byteLength > 0; n--) bytes[random(Math.min(bytes.byteLength, 200))] = random(256);
  const cut = random(4) === 0 ? random(bytes.byteLength + 1) : bytes.byteLength;
  return random(10) === 0 ? Buffer.concat([bytes, bytes]) : bytes.subarray(0, cut);
}

/** What a server sends, and how it goes on: ends the connection, resets it, or says nothing more. */
export interface RawAnswer {
  readonly name: string;
  readonly bytes: Buffer;
  readonly then: 'end' | 'reset' | 'hold';
}

const SOUND = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';
const INFORMATION = ['100 Continue', '101 Switching Protocols', '102 Processing', '103 Early Hints', '199 X'];
/** Frames of HTTP/2 (RFC 9113, 6.5 and 6.8), from a server that was not asked for it. */
const HTTP2_FRAMES = ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\0\0\0\x04\0\0\0\0\0', '\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\0\x0d'];

/** More than 150 answers that a client must survive, none of which it can use. */
export function rawAnswers(): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  const add = (name: string, text: string, then: RawAnswer['then']): void => {
    answers.push({ name, bytes: Buffer.from(text, 'latin1'), then });
  };
  for (const text of MALFORMED) add('malformed', text, 'end');
  for (const line of INFORMATION) {
    const head = `HTTP/1.1 ${line}\r\n\r\n`;
    for (const [name, text] of Object.entries({
      alone: head,
      twice: head + head,
      'before an answer': head + SOUND.replace('hello', 'hell'),
    }))
      for (const then of ['end', 'reset'] as const) add(`${line}, ${name}`, text, then);
  }
  for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
    const switched = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n\r\n`;
    for (const then of ['end', 'reset', 'hold'] as const) add(`switched to ${protocol}`, switched, then);
    add(
      `offers ${protocol}`,
      `HTTP/1.1 426 Upgrade Required\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\nContent-Length: 0\r\n\r\n`,
      'end',
    );
  }
  for (const frame of HTTP2_FRAMES) for (const then of ['end', 'reset'] as const) add('HTTP/2', frame, then);
  for (let length = 0; length < SOUND.length; length++) add(`reset after ${String(length)} bytes`, SOUND.slice(0, length), 'reset');
  return answers;
}
