import assert from 'node:assert/strict';
import { finished, readBatch, submit } from '../../support/batches.ts';
import type { Caller } from '../../support/caller.ts';
import { startHub, type TestHub } from '../../support/hub.ts';

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
    const ids: string[] = [];
    const submitSome = async () => {
      for (let n = 0; n < BATCHES / SUBMITTERS; n++) {
        const { batch_id } = await submit(greedy, { items: Array.from({ length: ITEMS }, () => ({ html: `<p>${String(n)}` })) });
        ids.push(batch_id);
      }
    };
    await Promise.all(Array.from({ length: SUBMITTERS }, submitSome));
    const made = async () => {
      const states = await Promise.all(ids.map((id) => readBatch(greedy, id)));
      return states.reduce((sum, { completed }) => sum + completed, 0);
    };
    const earlier = await made();
    const single = await submit(modest, { items: [{ html: '<p>one' }] });
    assert.equal((await finished(modest, single.batch_id)).completed, 1);
    const between = (await made()) - earlier;
    assert.ok(BATCHES * ITEMS - earlier > 5000, `only ${String(BATCHES * ITEMS - earlier)} were still queued`);
    assert.ok(between < 40, `${String(between)} came first`);
  });
});
