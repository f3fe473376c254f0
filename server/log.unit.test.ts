import assert from 'node:assert/strict';
import type { Logger } from 'pino';
import { createLog, redacting } from './log.ts';

/** One line of the log as it is written, and parsed. */
function written(write: (log: Logger) => void): { readonly text: string; readonly line: Record<string, unknown> } {
  let text = '';
  write(
    createLog('info', {
      write: (part: string) => {
        text += part;
      },
    }),
  );
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

describe('createLog', () => {
  it('writes one line of JSON with the time in ISO 8601', () => {
    const { text, line } = written((log) => log.info({ a: 1 }, 'started'));
    assert.equal(text.indexOf('\n'), text.length - 1);
    assert.equal(line['msg'], 'started');
    assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  for (const name of ['authorization', 'cookie', 'password', 'secret', 'key', 'token'])
    it(`hides the field ${name}, also one level below`, () => {
      const { text } = written((log) => log.info({ [name]: 'visible', request: { [name]: 'visible' } }));
      assert.ok(!text.includes('visible'), text);
    });

  it('hides what plugins name besides, also where they log with a field of their own', () => {
    const line = { html: 'visible', password: 'visible', request: { html: 'visible', token: 'visible' } };
    const hidden = written((log) => redacting(log, ['html']).child({ plugin: 'x', html: 'visible' }).info(line));
    assert.ok(!hidden.text.includes('visible'), hidden.text);
    assert.equal(hidden.line['plugin'], 'x');
    const { text } = written((log) => {
      redacting(log, ['html']);
      log.info({ html: 'visible' });
    });
    assert.ok(text.includes('visible'), 'the log it was made of stays as it is');
  });

  const SECRETS: readonly (readonly [name: string, message: string, hidden: string])[] = [
    ['an API key', 'no account for plt_live_sk_0123456789abcdefABCDEF', '0123456789abcdef'],
    ['a key of an AI provider', 'refused: sk-proj-abcdefghijklmnop', 'abcdefghijklmnop'],
    ['a webhook secret', 'signed by whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqr'],
    ['a bearer token', 'sent Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['basic credentials', 'sent Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['the password of a URL', 'cannot reach mongodb://platen:hunter2@db.example/x', 'hunter2'],
    ['the signature of a link', 'GET /files/a.pdf?expires=1&signature=c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['the signature of an S3 link', 'GET /b/a.pdf?X-Amz-Signature=0badc0ffee&x=1', '0badc0ffee'],
  ];
  for (const [name, message, hidden] of SECRETS)
    it(`cuts ${name} out of an error`, () => {
      const { text, line } = written((log) => log.error({ err: new Error(message) }, 'failed'));
      assert.ok(!text.includes(hidden), text);
      assert.match((line['err'] as { message: string }).message, /\[redacted\]/);
    });

  it('keeps host, path and other parts of what it cuts', () => {
    const { text } = written((log) => log.error({ err: new Error('GET https://u:p@cdn.example/a.pdf?expires=1&signature=x&name=b') }, 'x'));
    assert.ok(text.includes('cdn.example/a.pdf?expires=1&signature=[redacted]&name=b'), text);
  });

  it('follows causes and the errors of an aggregate, and cuts there too', () => {
    const cause = new AggregateError([new Error('Bearer inner.secret')], 'both failed', { cause: new Error('deep') });
    const { text, line } = written((log) => log.error({ err: new Error('outer', { cause }) }, 'x'));
    assert.ok(!text.includes('inner.secret'));
    assert.equal((line['err'] as { cause: { cause: { message: string } } }).cause.cause.message, 'deep');
  });

  it('writes nothing that a library hangs on its errors but a plain code', () => {
    const error = Object.assign(new Error('x'), { request: { headers: { authorization: 'visible' } }, code: 'ECONNRESET' });
    const { text, line } = written((log) => log.error({ err: error }, 'x'));
    assert.ok(!text.includes('visible'));
    assert.equal((line['err'] as { code: string }).code, 'ECONNRESET');
  });

  it('ends with causes that go in a circle', () => {
    const error = new Error('round');
    error.cause = error;
    assert.equal((written((log) => log.error({ err: error }, 'x')).line['err'] as { message: string }).message, 'round');
  });
});
