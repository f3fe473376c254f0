import assert from 'node:assert/strict';
import type { GenerationDocument } from '../../../plugins/generation/document/generation.model.ts';
import type { UsageDocument } from '../../../plugins/limits/usage.model.ts';
import { Interleaving } from '../../support/interleaving.ts';
import { type HubProcess, LIMIT, MARKED, newShared, type Shared, startProcess } from './quota-world.ts';
import { seedOf } from '../../support/random.ts';

/** The nightly workflow takes more of them, and others. */
const HISTORIES = Number(process.env['PLATEN_HISTORIES'] ?? 2500);
const FIRST_SEED = seedOf(1);
const PROCESSES = 3;
const MOST_ACTIONS = 14;
/** Longer than every lease, pause and age that the code knows. */
const AGES_MS = 70_000;
const DAY_MS = 24 * 60 * 60_000;

const statusOf = (document: unknown): GenerationDocument => document as GenerationDocument;

/** A hub of several processes to which everything happens at once. */
class History {
  readonly world: Interleaving;
  readonly shared: Shared = newShared();
  /** Documents that were completed and counted, and whose records are gone. */
  gone = 0;
  readonly told: string[] = [];
  #processes: HubProcess[] = [];
  #started = 0;
  #ids = 0;

  constructor(seed: number) {
    const atMonthsEnd = seed % 5 === 0;
    this.world = new Interleaving(seed, new Date(atMonthsEnd ? '2031-05-31T23:58:00Z' : '2031-05-10T12:00:00Z'));
    this.#processes = Array.from({ length: PROCESSES }, () => this.#start());
    this.shared.generations.onDelete = ({ status, usage }) => {
      if (status === 'completed' && usage !== null) this.gone++;
    };
  }

  #start(): HubProcess {
    const { usage, generations, batches } = this.shared;
    return startProcess(this.world, this.shared, this.#started++, (gate) => ({
      usage: usage.model(gate),
      generations: generations.model(gate),
      batches: batches.model(gate),
    }));
  }

  #documents(...statuses: readonly string[]): string[] {
    return [...this.shared.generations.documents.values()].filter((one) => statuses.includes(statusOf(one).status)).map(({ _id }) => _id);
  }

  /** Something that a caller, a worker, the clock or the machine does. */
  async #act(): Promise<void> {
    const { world, shared } = this;
    const process = world.pick(this.#processes) as HubProcess;
    const test = world.random() < 0.25;
    const begin = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      this.told.push(`${String(process.number)}: ${what}`);
      await world.begin(process.number, work);
    };
    const someBatch = world.pick([...shared.batches.documents.keys()]) ?? '';
    const chance = world.below(20);
    if (chance < 3) {
      const id = `gen_${String(this.#ids++)}`;
      await begin(`generate ${id}`, () => process.generate(id, test));
    } else if (chance < 5) {
      const id = `gen_${String(world.below(this.#ids + 1))}`; // under its Idempotency-Key
      await begin(`repeat ${id}`, () => process.generate(id, test));
    } else if (chance < 8) {
      const id = world.pick(this.#documents('failed', 'processing')) ?? 'gen_none';
      await begin(`retry ${id}`, () => process.retry(id, test));
      await begin(`retry ${id}`, () => process.retry(id, test));
    } else if (chance === 8) {
      const id = world.pick(this.#documents('failed', 'completed')) ?? 'gen_none';
      await begin(`delete ${id}`, () => process.remove(id));
    } else if (chance < 11) {
      const id = `batch_${String(world.random() < 0.3 ? world.below(this.#ids + 1) : this.#ids++)}`;
      const items = ['a', 'b', 'c'].map((item) => `gen_${id}${item}`);
      await begin(`submit ${id}`, () => process.submit(id, items, test));
    } else if (chance === 11) {
      await begin(`cancel ${someBatch}`, () => process.cancelBatch(someBatch));
    } else if (chance < 14) {
      await begin(`retry ${someBatch}`, () => process.retryBatch(someBatch, test));
    } else if (chance < 16) {
      await begin('work', () => process.work());
    } else if (chance === 16) {
      await begin('sweep', () => process.sweep());
    } else if (chance === 17) {
      this.told.push(`${String(process.number)} is killed`);
      world.kill(process.number);
      this.#processes = this.#processes.map((one) => (one === process ? this.#start() : one));
    } else {
      const ms = world.pick([500, 5000, 16_000, AGES_MS]) ?? 0;
      this.told.push(`${String(ms)} ms`);
      await world.advance(ms);
    }
  }

  async #drain(): Promise<void> {
    while (!this.world.isIdle) await this.world.step();
  }

  async run(): Promise<void> {
    const { world } = this;
    const actions = 4 + world.below(MOST_ACTIONS);
    for (let i = 0; i < actions; i++) {
      await this.#act();
      for (let steps = world.below(12); steps > 0 && !world.isIdle; steps--) await world.step();
    }
    await this.#reconcile();
  }

  /** What happens in quiet hours: requests end, workers take up what waits, and the sweeper comes again and again. */
  async #reconcile(): Promise<void> {
    const { world } = this;
    if (world.random() < 0.5) await this.#drain();
    for (const process of this.#processes) if (world.random() < 0.5) world.kill(process.number);
    await this.#drain();
    const last = this.#start();
    this.told.push('mending');
    for (let round = 0; round < 7; round++) {
      await world.advance(AGES_MS);
      await world.begin(last.number, () => last.sweep());
      await this.#drain();
      while (this.shared.queue.length > 0) {
        await world.begin(last.number, () => last.work());
        await this.#drain();
        await world.advance(5000);
        await this.#drain();
      }
    }
    await world.advance(DAY_MS);
    await world.begin(last.number, () => last.sweep());
    await this.#drain();
  }

  /** Exactly the documents that were made are counted, and nothing is remembered any longer. */
  check(): void {
    let made = this.gone;
    let used = 0;
    const records = [...this.shared.generations.documents.values()].map(statusOf);
    for (const { status, usage, test, file, _id } of records) {
      if (status === 'processing') assert.fail(`${_id} is still being made`);
      if (file !== null) assert.equal(file.key === MARKED, test, `${_id} is marked as what it is`);
      if (test) assert.equal(usage, null, `the test ${_id} counts`);
      if (status === 'completed' && !test) {
        assert.ok(usage, `${_id} is completed and does not count`);
        made++;
      }
    }
    for (const document of this.shared.usage.documents.values()) {
      const counter = document as unknown as UsageDocument;
      used += counter.used;
      assert.deepEqual([counter.journal, counter.annulled], [[], []]);
      assert.ok(counter.used >= 0 && counter.used <= LIMIT + PROCESSES, 'only who slept for a minute may exceed the allowance');
    }
    assert.equal(used, made);
  }
}

describe('the count of documents', function () {
  this.timeout(600_000);

  it(`is exact after ${String(HISTORIES)} histories of requests, retries, batches, sweeps, sleeps and crashes`, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const history = new History(seed);
      await history.world.withTimers(() => history.run());
      try {
        history.check();
      } catch (error) {
        const { usage, generations, batches } = history.shared;
        const records = [usage, generations, batches].flatMap(({ documents }) => [...documents.values()].map((one) => JSON.stringify(one)));
        throw new Error([`seed ${String(seed)}: ${String(error)}`, ...history.told, ...records].join('\n'), { cause: error });
      }
    }
  });
});
