import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseConfig } from '../../server/config/load.ts';
import { loadPlugins } from '../../server/kernel/load.ts';
import { createLog, redacting } from '../../server/log.ts';

/** What the log writes when `write` logs. */
function written(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLog('info', stream));
  return JSON.parse(text) as Record<string, unknown>;
}

describe('the log', () => {
  it('is one line of JSON, also when what is logged holds line breaks', () => {
    const line = written((log) => {
      log.info({ account: 'a\n{"level":60}' }, 'one\ntwo');
    });
    assert.deepEqual([line['level'], line['account'], line['msg']], [30, 'a\n{"level":60}', 'one\ntwo']);
    assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT/);
  });

  it('blackens what may be a secret or a document, at the top and one level below', async () => {
    const secret = {
      ...{ authorization: 'CANARY', cookie: 'CANARY', password: 'CANARY', passphrase: 'CANARY', secret: 'CANARY' },
      ...{ apiKey: 'CANARY', key: 'CANARY', token: 'CANARY' },
      ...{ html: 'CANARY', react: 'CANARY', data: { a: 'CANARY' }, styles: 'CANARY', pdf: 'CANARY', prompt: 'CANARY' },
    };
    const bundled = join(import.meta.dirname, '../../plugins');
    const plugins = await loadPlugins(parseConfig({}, {}, bundled).config.plugins, { bundled, config: bundled });
    const fields = plugins.flatMap(({ plugin }) => plugin.redact ?? []);
    const line = written((log) => {
      redacting(log, fields).info({ ...secret, request: secret, ok: 'kept' }, 'x');
    });
    assert.doesNotMatch(JSON.stringify(line), /CANARY/);
    assert.equal(line['ok'], 'kept');
  });

  it('takes of errors what is known to be harmless, with their causes', () => {
    const cause = Object.assign(new Error('POST https://ann:CANARY@db.test/x?a=1&signature=CANARY'), {
      code: 'ECONNRESET',
      request: 'CANARY',
    });
    const error = Object.assign(new Error('Authorization: Bearer CANARY.x, key plt_live_sk_CANARYCANARY, whsec_CANARY==', { cause }), {
      config: { headers: 'CANARY' },
    });
    const line = written((log) => {
      log.error({ err: error }, 'x');
    });
    assert.doesNotMatch(JSON.stringify(line), /CANARY/);
    const shown = line['err'] as { type: string; stack: string; cause: { code: string; message: string } };
    assert.deepEqual([shown.type, shown.cause.code], ['Error', 'ECONNRESET']);
    assert.equal(shown.cause.message, 'POST https://[redacted]@db.test/x?a=1&signature=[redacted]');
    assert.match(shown.stack, /log\.test\.ts/);
  });
});
