import assert from 'node:assert/strict';
import { finished, submit } from '../../support/batches.ts';
import type { Caller } from '../../support/caller.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';

const BATCHES = 100;
const ITEMS = 100;
const SUBMITTERS = 4;
const plans = { free: { requestsPerSecond: 1000, documentsPerMonth: null } };

describe('an account with 10 000 queued items', () => {
  let hub: TestHub;
  let greedy: Caller;
  let modest: Caller;
  before(async () => {
    hub = await startHub({ plugins: { limits: { config: { plans } } } });
    [greedy, modest] = await Promise.all([hub.account({ plan: 'free' }), hub.account({ plan: 'free' })]);
  });
  after(() => hub.stop());

  it("delays another account's single item by a few renders only", async function () {
    this.timeout(240_000);
    const submitSome = async () => {
      for (let n = 0; n < BATCHES / SUBMITTERS; n++)
        await submit(greedy, { items: Array.from({ length: ITEMS }, () => ({ html: `<p>${String(n)}` })) });
    };
    await Promise.all(Array.from({ length: SUBMITTERS }, submitSome));
    const single = await submit(modest, { items: [{ html: '<p>one' }] });
    assert.equal((await finished(modest, single.batch_id)).completed, 1);
    const database = await openDatabase(hub.database);
    const records = database.collection<{ createdAt: Date; finishedAt: Date }>('generations');
    const one = await records.findOne({ batchId: single.batch_id });
    assert.ok(one !== null);
    const ended = { $gte: one.createdAt, $lte: one.finishedAt };
    const between = await records.countDocuments({ accountId: greedy.accountId, finishedAt: ended });
    const queued = await records.countDocuments({ accountId: greedy.accountId, status: 'queued' });
    await database.close();
    assert.ok(queued > 5000, `only ${String(queued)} were still queued`);
    assert.ok(between < 40, `${String(between)} came first`);
  });
});
