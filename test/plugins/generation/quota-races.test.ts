import assert from 'node:assert/strict';
import type { Connection, Model, Schema } from 'mongoose';
import { pino } from 'pino';
import { UsageReservations } from '../../../plugins/generation/document/usage-reservations.ts';
import { type GenerationDocument, GenerationModel } from '../../../plugins/generation/document/generation.model.ts';
import { GenerationStore } from '../../../plugins/generation/document/generation.store.ts';
import { sweep, type SweepParts } from '../../../plugins/generation/recovery/sweep.job.ts';
import { MonthlyMeter } from '../../../plugins/limits/usage-meter.ts';
import { type UsageDocument, UsageModel } from '../../../plugins/limits/usage.model.ts';
import { type Caller, download, type Generated } from '../../support/caller.ts';
import { Door } from '../../support/door.ts';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';
import { textOf } from '../../support/pdf.ts';
import { until } from '../../support/until.ts';

const LIMIT = 5000;
const plans = {
  free: { requestsPerSecond: 1000, documentsPerMonth: LIMIT },
  enterprise: { requestsPerSecond: 1000, documentsPerMonth: null },
};
const BURSTS = 15;
const SWEEP_MS = 100;

const compile = <T>(connection: Connection, { collection, schema }: { collection: string; schema: Schema<T> }): Model<T> =>
  connection.model(collection, schema as Schema, collection) as unknown as Model<T>;

/** The sweeper of another process on the same database, as far as single documents need it. */
function sweeperOn(connection: Connection): () => Promise<void> {
  const clock = (): Date => new Date();
  const log = pino({ level: 'silent' });
  const store = new GenerationStore(compile<GenerationDocument>(connection, GenerationModel), clock);
  const metrics = { counter: () => () => undefined, histogram: () => () => undefined, gauge: () => undefined };
  const config = { plans, anonymousPerSecond: 1, failedKeysPerMinute: 1 };
  const meter = new MonthlyMeter({
    counters: compile<UsageDocument>(connection, UsageModel),
    config,
    webhooks: undefined,
    metrics,
    clock,
    log,
  });
  const batchOwner = () => undefined;
  const reservations = new UsageReservations({ meter, store, batchOwner, log });
  const inputs = { dropOld: () => Promise.resolve() };
  const parts = { store, meter, reservations, inputs, batchOwner, clock, log } as unknown as SweepParts;
  return () => sweep(parts);
}

describe('the count of documents over HTTP', function () {
  this.timeout(600_000);
  let hub: TestHub;
  let door: Door;
  let database: Connection;
  before(async () => {
    door = await Door.build();
    hub = await startHub({ config: { egress: { allow: [door.host] } }, plugins: { limits: { config: { plans } } } });
    database = await openDatabase(hub.database);
  });
  after(async () => {
    await database.close();
    await hub.stop();
    await door.close();
  });

  /** The counter, once nothing is under way any more. */
  const used = async ({ accountId }: Caller): Promise<number> =>
    until('the counter to be settled', async () => {
      const month = new Date().toISOString().slice(0, 7);
      const counters = database.collection<{ _id: string; used: number; journal: unknown[] }>('usage');
      const counter = await counters.findOne({ _id: `${accountId}:${month}` });
      return counter?.journal.length === 0 ? counter.used : undefined;
    });

  it('makes and counts a failed document once, however many retry it at once', async () => {
    const caller = await hub.account({ plan: 'free' });
    assert.equal((await caller.send('POST', '/v1/generate', { html: '<p>once', wait: door.wait })).status, 422);
    const { body } = await caller.send<{ data: { id: string }[] }>('GET', '/v1/generations?limit=1');
    const path = `/v1/generations/${body.data[0]?.id ?? ''}/retry`;
    for (const willBeMade of [false, true]) {
      door.isOpen = willBeMade;
      const replies = await Promise.all(Array.from({ length: 80 }, () => caller.send<Generated>('POST', path)));
      const statuses = replies.map(({ status }) => status);
      const tried = statuses.filter((status) => status === (willBeMade ? 200 : 422));
      assert.ok(willBeMade ? tried.length === 1 : tried.length >= 1, JSON.stringify(statuses));
      assert.equal(statuses.filter((status) => status === 409).length, 80 - tried.length, JSON.stringify(statuses));
      assert.equal(await used(caller), willBeMade ? 1 : 0);
      const made = replies.find(({ status }) => status === 200);
      if (willBeMade) assert.equal(await textOf(await download(made?.body.url ?? '')), 'once');
      if (willBeMade) assert.equal(made?.headers.get('x-quota-remaining'), String(LIMIT - 1));
    }
  });

  it(`is exact after each of ${String(BURSTS)} bursts of which many fail, while the sweeper comes every ${String(SWEEP_MS)} ms`, async () => {
    const caller = await hub.account({ plan: 'free' });
    const kinds = [
      { html: '<p>made' },
      { html: '<p>never', wait: { selector: '#never', timeout_ms: 1 } },
      { html: '<p>{{missing}}', data: {}, strict: true },
      { html: '<p>made, too' },
    ];
    const sweepNow = sweeperOn(database);
    let going = true as boolean;
    const sweeping = (async () => {
      while (going) {
        await sweepNow();
        await new Promise((resolve) => setTimeout(resolve, SWEEP_MS));
      }
    })();
    let made = 0;
    for (let burst = 0; burst < BURSTS; burst++) {
      const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => caller.send('POST', '/v1/generate', kinds[n % kinds.length])));
      const statuses = replies.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, 201, 201, 201, 201, 201, 400, 400, 400, 422, 422, 422]);
      made += 6;
      assert.equal(await used(caller), made, `after burst ${String(burst)}`);
    }
    going = false;
    await sweeping;
  });
});
