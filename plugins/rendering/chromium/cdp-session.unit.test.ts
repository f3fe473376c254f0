import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { BrowserLost, CdpConnection, refusalOfPage } from './cdp-session.ts';

/** A connection, what it writes, and a way to answer. */
function connect() {
  const [reading, writing] = [new PassThrough(), new PassThrough()];
  const writes: string[] = [];
  const left: string[] = [];
  reading.on('data', (chunk: Buffer) => left.push(chunk.toString()));
  writing.on('data', (chunk: Buffer) => writes.push(chunk.toString()));
  const connection = new CdpConnection(reading, writing);
  const tell = (message: object): void => {
    reading.emit('data', Buffer.from(`${JSON.stringify(message)}\0`));
  };
  return { connection, writes, left, tell };
}

describe('CdpConnection', () => {
  it('writes at once what is sent in one turn, with its session', async () => {
    const { connection, writes, tell } = connect();
    const session = connection.open('ABC');
    const both = Promise.all([session.send('Page.enable'), session.send('Page.navigate', { url: 'about:blank' })]);
    await turn();
    assert.deepEqual(writes, [
      '{"id":1,"sessionId":"ABC","method":"Page.enable"}\0{"id":2,"sessionId":"ABC","method":"Page.navigate","params":{"url":"about:blank"}}\0',
    ]);
    tell({ id: 2, result: { frameId: 'F' }, sessionId: 'ABC' });
    tell({ id: 1, result: {}, sessionId: 'ABC' });
    assert.deepEqual(await both, [{}, { frameId: 'F' }]);
  });

  it('gives an answer to the session that asked alone', async () => {
    const { connection, tell } = connect();
    const [one, other] = [connection.open('ABC'), connection.open('DEF')];
    const answers = [one.send('Page.enable'), other.send('Page.enable')].map((answer) => answer.then(() => 'answered'));
    tell({ id: 1, result: {}, sessionId: 'DEF' });
    tell({ id: 1, result: {}, sessionId: 'ABC' });
    assert.equal(await answers[0], 'answered');
    assert.equal(await Promise.race([answers[1], turn('waits')]), 'waits');
  });

  it('tells events to who listens, and leaves messages without a session to who read the pipe before', () => {
    const { connection, left, tell } = connect();
    const session = connection.open('ABC');
    const heard: number[] = [];
    const listener = ({ timestamp }: { timestamp: number }): void => {
      heard.push(timestamp);
    };
    session.on('Page.loadEventFired', listener);
    session.once('Page.loadEventFired', ({ timestamp }) => heard.push(-timestamp));
    for (const timestamp of [1, 2]) tell({ method: 'Page.loadEventFired', params: { timestamp }, sessionId: 'ABC' });
    tell({ method: 'Page.loadEventFired', params: { timestamp: 3 }, sessionId: 'DEF' });
    session.off('Page.loadEventFired', listener);
    tell({ method: 'Page.loadEventFired', params: { timestamp: 4 }, sessionId: 'ABC' });
    tell({ id: 7, result: {} });
    assert.deepEqual(heard, [1, -1, 2]);
    assert.deepEqual(left, ['{"id":7,"result":{}}\0']);
  });

  it('says why a page refused a command, and nothing of refusals that are not the page’s', async () => {
    const { connection, tell } = connect();
    const session = connection.open('ABC');
    const refusals = [session.send('Page.printToPDF'), session.send('Target.closeTarget', { targetId: 'T' })].map((answer) =>
      answer.catch(refusalOfPage),
    );
    for (const id of [1, 2]) tell({ id, error: { code: -32000, message: 'Printing failed' }, sessionId: 'ABC' });
    assert.deepEqual(await Promise.all(refusals), ['Printing failed', undefined]);
  });

  it('ends waiting and later calls with the reason for which the session ended', async () => {
    const { connection } = connect();
    const session = connection.open('ABC');
    const waiting = session.send('Page.enable');
    const lost = new BrowserLost('browser');
    connection.end(lost);
    session.end(new BrowserLost('page'));
    for (const call of [waiting, session.send('Page.enable'), session.ended]) await assert.rejects(call, (error) => error === lost);
  });

  it('takes a session that the browser does not know for a page that is gone', async () => {
    const { connection, tell } = connect();
    const call = connection.open('ABC').send('Page.enable');
    tell({ id: 1, error: { code: -32001, message: 'Session with given id not found.' }, sessionId: 'ABC' });
    await assert.rejects(call, (error) => error instanceof BrowserLost && error.what === 'page');
  });
});
