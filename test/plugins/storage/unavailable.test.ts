import assert from 'node:assert/strict';
import { isStorageUnavailable } from '../../../plugins/storage/contract.ts';
import { S3Config } from '../../../plugins/storage/s3-config.ts';
import { S3Store } from '../../../plugins/storage/s3-store.ts';
import { finished, readBatch, submit } from '../../support/batches.ts';
import type { Caller } from '../../support/caller.ts';
import { FakeS3, type S3Failure } from '../../support/fake-s3.ts';
import { startHub, type TestHub } from '../../support/hub.ts';
import { until } from '../../support/until.ts';

const FAILURES: readonly (readonly [what: string, failure: S3Failure, log: RegExp])[] = [
  ['an outage', { status: 503, code: 'ServiceUnavailable' }, /does not answer/],
  ['a gateway', { status: 502, code: 'BadGateway' }, /does not answer/],
  ['credentials that have expired', { status: 400, code: 'ExpiredToken' }, /our credentials have expired; renew them/],
  ['a clock that is wrong', { status: 403, code: 'RequestTimeTooSkewed' }, /the clock of this machine is wrong/],
  ['rights that are missing', { status: 403, code: 'AccessDenied' }, /refuses our credentials/],
  ['a bucket that is missing', { status: 404, code: 'NoSuchBucket' }, /does not exist; create it/],
];

describe('an object storage that does not work', () => {
  let s3: FakeS3;
  let hub: TestHub;
  let caller: Caller;
  before(async () => {
    s3 = await FakeS3.open();
    hub = await startHub({ plugins: { storage: { config: s3.config } } });
    caller = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await s3.close();
  });
  afterEach(() => {
    s3.failure = undefined;
  });

  for (const [what, failure, reason] of FAILURES) {
    it(`is no fault of callers, and its cause is in the log: ${what}`, async () => {
      s3.failure = failure;
      const from = hub.log.length;
      const reply = await caller.send('POST', '/v1/generate', { html: '<p>x' });
      assert.deepEqual([reply.status, reply.body.error.code, reply.headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '5']);
      assert.doesNotMatch(JSON.stringify(reply.body), /bucket|storage\.s3/);
      assert.match(hub.log.slice(from).join(''), reason);
      s3.failure = undefined;
      await caller.generate({ html: '<p>x' });
    });
  }

  it('has one limit of time for all attempts', async () => {
    s3.failure = { status: 503, code: 'SlowDown', afterMs: 400 };
    const store = new S3Store(S3Config.parse((s3.config as { s3: object }).s3), 600);
    const from = s3.requests;
    await assert.rejects(store.put('2026/11/25/0123456789abcdefghijkl.pdf', Buffer.from('x')), (error: Error) => {
      assert.ok(isStorageUnavailable(error));
      assert.match(String(error.cause), /does not answer in time/);
      return true;
    });
    assert.ok(s3.requests - from < 3, 'there would be a third attempt');
  });

  it('keeps batches waiting, and none of their attempts is used up', async () => {
    s3.failure = { status: 403, code: 'RequestTimeTooSkewed' };
    const { batch_id } = await submit(caller, { items: Array.from({ length: 5 }, () => ({ html: '<p>x' })), result: 'zip' });
    await until('three tries', () => (hub.log.join('').split('batches wait for the file storage').length > 3 ? true : undefined), 45_000);
    const waiting = await readBatch(caller, batch_id);
    assert.deepEqual([waiting.completed, waiting.failed, waiting.finished_at], [0, 0, null]);
    s3.failure = undefined;
    const done = await finished(caller, batch_id, 60_000);
    assert.deepEqual([done.completed, done.failed], [5, 0]);
    assert.match(hub.log.join(''), /batches go on: the file storage works again/);
  });
});
