import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { ANSWER_TOO_LARGE, BoundedPipe } from './bounded-pipe.ts';

const MB = 1024 * 1024;

/** A pipe, and what its reader gets of it, message by message. */
function listener() {
  const pipe = new PassThrough();
  let text = '';
  pipe.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const bounded = new BoundedPipe(pipe);
  const send = (...chunks: readonly string[]): void => {
    for (const chunk of chunks) pipe.emit('data', Buffer.from(chunk));
  };
  return { bounded, send, read: () => text.split('\0').slice(0, -1) };
}

describe('BoundedPipe', () => {
  it('passes messages on as they are, however they are cut', () => {
    const { send, read } = listener();
    send('{"id":1,"res', 'ult":{}}\0{"method":"A.b","params":{}}', '\0');
    assert.deepEqual(read(), ['{"id":1,"result":{}}', '{"method":"A.b","params":{}}']);
  });

  it('drops events over 64 KB', () => {
    const { send, read } = listener();
    send(`{"method":"Runtime.consoleAPICalled","params":"${'x'.repeat(65 * 1024)}"}\0`, '{"id":1}\0');
    assert.deepEqual(read(), ['{"id":1}']);
  });

  it('passes on large events that must be answered, as a document would hang otherwise', () => {
    const { send, read } = listener();
    send(`{"method":"Fetch.requestPaused","params":"${'x'.repeat(65 * 1024)}"}\0`);
    assert.equal(read().length, 1);
  });

  it('passes on large answers', () => {
    const { send, read } = listener();
    send(`{"id":7,"result":"${'x'.repeat(MB)}`, `${'x'.repeat(MB)}"}\0`);
    assert.equal(read()[0]?.length, '{"id":7,"result":""}'.length + 2 * MB);
  });

  it('makes an error of an answer over 96 MB', () => {
    const { send, read } = listener();
    const part = 'x'.repeat(16 * MB);
    send('{"id":7,"result":"', ...Array.from({ length: 7 }, () => part), '","sessionId":"ABC"}\0');
    const [message = ''] = read();
    assert.deepEqual(JSON.parse(message), { id: 7, error: { code: -32_000, message: ANSWER_TOO_LARGE }, sessionId: 'ABC' });
  });

  it('drops events to which nobody listens', () => {
    const { send, read } = listener();
    send('{"method":"Target.targetInfoChanged","params":{}}\0');
    assert.deepEqual(read(), []);
  });

  it('gives messages of sessions to the reader of sessions, whole, and the others to who read the pipe before', () => {
    const pipe = new PassThrough();
    const [left, told]: string[][] = [[], []];
    pipe.on('data', (chunk: Buffer) => left?.push(chunk.toString()));
    new BoundedPipe(pipe, (sessionId, head, message) => told?.push(`${sessionId} ${head.slice(0, 7)} ${message()}`));
    for (const chunk of ['{"id":1,"res', 'ult":{"text":"ä"},"sessionId":"A"}\0{"id"', ':2,"result":{}}\0'])
      pipe.emit('data', Buffer.from(chunk));
    assert.deepEqual(told, ['A {"id":1 {"id":1,"result":{"text":"ä"},"sessionId":"A"}']);
    assert.equal(left?.join(''), '{"id":2,"result":{}}\0');
  });

  it('ends the events of a session that has spent its share, says so once, and leaves others alone', () => {
    const { bounded, send, read } = listener();
    let spent = 0;
    bounded.limitEvents('ABC', 2, () => spent++);
    for (let i = 0; i < 5; i++) send(`{"method":"A.b","params":{},"sessionId":"ABC"}\0`);
    send('{"method":"A.b","params":{},"sessionId":"DEF"}\0', '{"id":1,"result":{},"sessionId":"ABC"}\0');
    assert.equal(spent, 1);
    assert.deepEqual(
      read().map((message) => /"sessionId":"(\w+)"/.exec(message)?.[1]),
      ['ABC', 'ABC', 'DEF', 'ABC'],
    );
  });

  it('reads a session’s events again once it is forgotten', () => {
    const { bounded, send, read } = listener();
    bounded.limitEvents('ABC', 0, () => undefined);
    bounded.forget('ABC');
    send('{"method":"A.b","params":{},"sessionId":"ABC"}\0');
    assert.equal(read().length, 1);
  });

  it('passes nothing on once it has ended, as Puppeteer throws for what comes after its own end', () => {
    const pipe = new PassThrough();
    pipe.on('data', () => {
      throw new Error('the transport is closed');
    });
    const bounded = new BoundedPipe(pipe);
    const send = () => pipe.emit('data', Buffer.from('{"method":"Target.detachedFromTarget","params":{}}\0'));
    assert.throws(send, /closed/);
    bounded.end();
    assert.doesNotThrow(send);
  });
});
