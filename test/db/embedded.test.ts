import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Collection, type Document, Long, ObjectId } from 'mongodb';
import { randomOf } from '../support/random.ts';
import { temporaryFolder } from '../support/services.ts';
import { embeddedArguments, type EmbeddedServer, startEmbedded } from './embedded-server.ts';

interface Row extends Document {
  _id: string;
}

const ROUNDS = 3;
const STEPS = 300;
const QUERIES = 150;

const random = randomOf(20_261_122);
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;

const DATES = [0, 1, 86_400_000, -5, 1_700_000_000_000].map((time) => new Date(time));
const NUMBERS = [0, -0, 1, 2, -1, 1.5, -1.5, 2 ** 31, 2 ** 40, Long.fromNumber(2), Long.fromString('-1099511627776')];
const STRINGS = ['', 'a', 'ab', 'b', 'a\u0000', 'a\u0001b', 'é', '\u{1F600}', '\uE000', 'Z'];
const IDS = ['000000000000000000000000', 'ffffffffffffffffffffffff', '7fffffffffffffffffffffff'].map((id) => new ObjectId(id));
const scalar = (): unknown =>
  oneOf([() => oneOf(NUMBERS), () => oneOf(STRINGS), () => oneOf(DATES), () => oneOf(IDS), () => random() < 0.5, () => null])();
const usual = (): unknown => oneOf([0, 1, 2, 3, 'a', 'a\u0000', 'a\u0001', 'b', null, DATES[0], DATES[2]]);
/** What has no simple order: while one document holds such a value, its indexes are not used. */
const unordered = (): unknown => oneOf([[1, 2], [], ['a', null], { x: 1 }, [{ b: 1 }], Long.fromString('9007199254740993'), NaN, Infinity]);

/** Fields of a document, some of them missing. */
function fields(anyValue: boolean): Document {
  const row: Document = {};
  const value = (): unknown => (anyValue && random() < 0.05 ? unordered() : oneOf([usual, usual, usual, scalar])());
  for (const name of ['a', 'b', 'c']) if (random() < 0.85) row[name] = value();
  if (random() < 0.8) row['n'] = anyValue && random() < 0.05 ? [{ b: 1 }, { b: 2 }] : random() < 0.8 ? { b: value() } : null;
  return row;
}

const FIELDS = ['a', 'b', 'c', 'n.b', '_id'];
const INDEXES: readonly Record<string, 1 | -1>[] = [{ a: 1 }, { a: 1, b: -1, _id: -1 }, { b: 1, c: 1 }, { c: -1 }, { 'n.b': 1, a: -1 }];

function condition(): unknown {
  return oneOf([
    usual,
    scalar,
    () => ({ $in: Array.from({ length: below(4) }, usual) }),
    () => ({ $gt: usual() }),
    () => ({ $gte: scalar(), $lt: scalar() }),
    () => ({ $lte: usual() }),
    () => ({ $exists: random() < 0.5 }),
    () => ({ $ne: usual() }),
    () => ({ $nin: [usual()] }),
    () => ({ $eq: usual(), $exists: true }),
    () => /a/,
    () => [1, 2],
    () => ({ $not: { $gt: 1 } }),
  ])();
}

function filter(depth = 0): Document {
  const query: Document = {};
  for (let i = below(3) + (depth === 0 ? 0 : 1); i > 0; i--) query[oneOf(FIELDS.slice(0, 4))] = condition();
  if (random() < 0.1) query['_id'] = random() < 0.5 ? `id${String(below(300))}` : { $in: [`id${String(below(300))}`, 'id7'] };
  if (depth < 2 && random() < 0.25) query['$or'] = Array.from({ length: 1 + below(3) }, () => filter(depth + 1));
  if (depth < 2 && random() < 0.1) query['$and'] = [filter(depth + 1), filter(depth + 1)];
  return query;
}

/** As a page after a cursor asks: each branch bounds the same field. */
function branches(): Document {
  const field = oneOf(FIELDS.slice(0, 4));
  const bound = (): unknown => oneOf([usual, () => ({ $lt: usual() }), () => ({ $gte: usual() })])();
  return { $or: [{ [field]: bound() }, { [field]: bound(), ...(random() < 0.3 ? filter(2) : {}) }] };
}

/** Half of them as an index lies, forwards or backwards, from any of its fields on; the last field makes the order total. */
function order(): [string, 1 | -1][] {
  const direction = oneOf([1, -1] as const);
  const index = Object.entries(oneOf(INDEXES)).map(([field, sign]): [string, 1 | -1] => [field, sign === direction ? 1 : -1]);
  const wanted: [string, 1 | -1][] = random() < 0.5 ? index.slice(below(2)) : [[oneOf(FIELDS), oneOf([1, -1])]];
  return wanted.some(([field]) => field === '_id') ? wanted : [...wanted, ['_id', oneOf([1, -1])]];
}

const ids = (rows: readonly Row[]): string[] => rows.map(({ _id }) => _id);

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return (error as { code?: number }).code ?? String(error);
  }
}

describe('the embedded database', function () {
  this.timeout(180_000);
  let server: EmbeddedServer;
  const folder = temporaryFolder('embedded');
  const rows = (name: string): Collection<Row> => server.db.collection<Row>(name);

  before(async () => {
    server = await startEmbedded(folder.path);
  });
  after(async () => {
    await server.kill();
    folder.remove();
  });

  const both = async (work: (collection: Collection<Row>) => Promise<unknown>, about: unknown): Promise<void> => {
    const [indexed, plain] = [await outcome(() => work(rows('indexed'))), await outcome(() => work(rows('plain')))];
    assert.deepEqual(indexed, plain, JSON.stringify(about));
  };

  async function change(anyValue: boolean): Promise<void> {
    const _id = `id${String(below(300))}`;
    const row = fields(anyValue);
    const query = filter();
    const sort = order();
    const field = oneOf(['a', 'b', 'c', 'n']);
    const update = random() < 0.7 ? { $set: { [field]: oneOf([usual, scalar])() } } : { $unset: { [field]: '' } };
    const kind = below(7);
    await both(
      async (collection) => {
        if (kind < 3) return collection.insertOne({ _id, ...row });
        if (kind === 3) return collection.updateOne({ _id }, update);
        if (kind === 4) return collection.updateMany({ a: 3 }, update);
        if (kind === 5) return collection.findOneAndUpdate(query, update, { sort, returnDocument: 'after' });
        return collection.deleteOne({ _id });
      },
      { kind, _id, row, query, sort, update },
    );
  }

  async function compare(): Promise<void> {
    const query = random() < 0.2 ? branches() : filter();
    const sort = order();
    const [skip, limit] = [random() < 0.3 ? below(20) : 0, random() < 0.7 ? 1 + below(20) : 0];
    await both(async (c) => ids(await c.find(query).toArray()).sort(), { query });
    await both(async (c) => ids(await c.find(query).sort(sort).skip(skip).limit(limit).toArray()), { query, sort, skip, limit });
    await both((c) => c.countDocuments(query), { query });
    await both((c) => c.distinct('a', query).then((values: unknown[]) => values.map(String).sort()), { query });
  }

  it('answers every query as a scan does, while documents change, after crashes, and with values of any type', async () => {
    for (const [i, key] of INDEXES.entries()) {
      await rows('indexed').createIndexes([{ key, name: `index${String(i)}` }]);
      // Some are made when there are documents already.
      for (let step = 0; step < 20; step++) await change(false);
    }
    for (let round = 0; round < ROUNDS; round++) {
      const anyValue = round === 1;
      for (let step = 0; step < STEPS; step++) await change(anyValue);
      for (let step = 0; step < QUERIES; step++) await compare();
      await server.kill();
      server = await startEmbedded(folder.path);
      for (let step = 0; step < QUERIES; step++) await compare();
      if (anyValue) await both((c) => c.deleteMany({ _id: { $gt: '' } }), 'all');
    }
  });

  it('reads an index where there is one', async () => {
    const made = rows('read');
    await made.insertMany(
      Array.from({ length: 200 }, (_, i) => ({ _id: `id${String(i)}`, a: (i * 37) % 200, state: i % 2, at: (i * 11) % 200 })),
    );
    await made.createIndexes([{ key: { state: 1, at: -1 }, name: 'state' }]);
    await made.createIndexes([{ key: { a: 1 }, name: 'a' }]);
    const found = async (query: Document, field: string): Promise<unknown[]> =>
      (await made.find(query).toArray()).map((row): unknown => row[field]);
    // Without a sort, the order of an answer is the order in which the documents were found.
    assert.deepEqual(await found({ a: { $gte: 10, $lt: 15 } }, 'a'), [10, 11, 12, 13, 14]);
    assert.deepEqual(await found({ a: { $in: [50, 3, 20] } }, 'a'), [3, 20, 50]);
    assert.deepEqual(
      await found({ $or: [{ a: 150 }, { state: 1, at: { $lt: 20 } }, { a: 5 }] }, 'a').then((all) => [all[0], all.at(-1)]),
      [150, 5],
    );
    const ones = (await found({ state: 1 }, 'at')) as number[];
    assert.deepEqual(
      ones,
      ones.toSorted((x, y) => y - x),
    );
    assert.equal(ones.length, 100);
  });

  it('refuses what a unique index forbids, under whatever type a number comes', async () => {
    const made = rows('unique');
    await made.createIndexes([{ key: { a: 1, b: 1 }, unique: true, name: 'one' }]);
    await made.insertMany([
      { _id: '1', a: 1, b: null },
      { _id: '2', a: 1, b: 'x' },
      { _id: '3', a: '1', b: 'x' },
    ]);
    const refused = { code: 11_000 };
    await assert.rejects(made.insertOne({ _id: '4', a: Long.fromNumber(1) }), refused);
    await assert.rejects(made.updateOne({ _id: '3' }, { $set: { a: 1.0 } }), refused);
    await made.updateOne({ _id: '2' }, { $set: { b: 'y' } });
    await made.updateOne({ _id: '3' }, { $set: { a: 1 } });
    const wins = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => made.insertOne({ _id: `w${String(i)}`, a: 9, b: 9 })));
    assert.equal(wins.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('finishes a read while other collections are written, however often the file is compacted meanwhile', async () => {
    const [read, written] = [rows('slowly read'), rows('written beside')];
    const many = Array.from({ length: 2000 }, (_, i) => ({ _id: `id${String(i)}`, n: 0, text: 'a'.repeat(24), rest: 'x'.repeat(400) }));
    await Promise.all([read.insertMany(many), written.insertMany(many)]);
    const increment = (collection: Collection<Row>, i: number) =>
      collection.updateOne({ _id: `id${String(i % many.length)}` }, { $inc: { n: 1 } });
    let going = true;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let i = writer; going; i += 6) await increment(written, i);
    });
    try {
      for (let round = 0; round < 3; round++) {
        // Their pages lie among those of the other collection, so that a compaction moves them.
        for (let i = 0; i < many.length; i += 5) await increment(read, i);
        // Tries every way to share out a text among four parts, so that one read lasts longer than many commits.
        assert.deepEqual(await read.find({ text: /^.*.*.*.*b$/ }).toArray(), []);
      }
    } finally {
      going = false;
      await Promise.all(writers);
    }
  });

  it('loses no acknowledged write when it is killed, and its indexes agree with its documents', async () => {
    await rows('kills').createIndexes([{ key: { kind: 1, n: -1 }, name: 'kind' }]);
    for (let round = 0; round < 3; round++) {
      const acknowledged = new Map<string, number>();
      let going = true;
      const writers = Array.from({ length: 16 }, async (_, writer) => {
        for (let i = 0; going; i++) {
          const _id = `${String(round)} ${String(writer)} ${String(i)}`;
          try {
            await rows('kills').insertOne({ _id, kind: 'new', n: 0 });
            acknowledged.set(_id, 0);
            await rows('kills').findOneAndUpdate({ _id, kind: 'new' }, { $set: { kind: 'done' }, $inc: { n: 1 } });
            acknowledged.set(_id, 1);
          } catch {
            return; // the server is gone
          }
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await server.kill();
      going = false;
      await Promise.all(writers);
      assert.ok(acknowledged.size > 16, 'documents were written');
      server = await startEmbedded(folder.path);
      const all = await rows('kills').find().toArray();
      const known = new Map(all.map(({ _id, n }) => [_id, n as number]));
      for (const [id, n] of acknowledged) assert.ok((known.get(id) ?? -1) >= n, `${id} is there as it was acknowledged`);
      for (const kind of ['new', 'done']) {
        const byIndex = await rows('kills').find({ kind }).sort({ n: -1 }).toArray();
        assert.deepEqual(ids(byIndex).sort(), ids(all.filter((row) => row['kind'] === kind)).sort());
      }
    }
  });

  it('opens a data folder from before it had indexes, and indexes what lies there', async () => {
    const old = temporaryFolder('embedded-old');
    const java = await embeddedArguments();
    const libraries = java[java.indexOf('-cp') + 1] ?? '';
    const program = join(import.meta.dirname, '../fixtures/old-database/WriteOldDatabase.java');
    await promisify(execFile)('java', ['-cp', libraries, program, join(old.path, 'embedded.h2'), '500']);
    for (let opening = 0; opening < 3; opening++) {
      const opened = await startEmbedded(old.path);
      try {
        const made = opened.db.collection<Row>('old');
        const sevenths = await made.find({ a: 3 }).toArray();
        const times = sevenths.map((row) => (row['at'] as Date).getTime());
        assert.equal(times.length, 71 + opening);
        assert.deepEqual(
          times,
          times.toSorted((x, y) => y - x),
          'the order of the index',
        );
        assert.deepEqual(await made.findOne({ u: 'é12' }), { _id: 'id12', a: 5, at: new Date(12), tags: ['x', 12], n: { b: 6 }, u: 'é12' });
        await assert.rejects(made.insertOne({ _id: 'double', u: 'é12' }), { code: 11_000 });
        await made.insertOne({ _id: `new${String(opening)}`, a: 3, at: new Date(1000 + opening), u: `new${String(opening)}` });
      } finally {
        await opened.kill();
      }
    }
    old.remove();
  });
});
