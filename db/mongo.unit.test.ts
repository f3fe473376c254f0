import assert from 'node:assert/strict';
import { isDatabaseAway } from './mongo.ts';

const named = (name: string, more: object = {}): Error => Object.assign(new Error('x'), { name, ...more });

describe('an error that says that the database is away', () => {
  for (const name of ['MongoServerSelectionError', 'MongoNetworkError', 'MongoNetworkTimeoutError', 'MongoPoolClearedError'])
    it(`is a ${name}`, () => {
      assert.ok(isDatabaseAway(named(name)));
    });

  it('is a bulk write that no server answered', () => {
    assert.ok(isDatabaseAway(named('MongoBulkWriteError', { code: undefined, writeErrors: [] })));
  });

  it('is no refusal of the server', () => {
    assert.ok(!isDatabaseAway(named('MongoBulkWriteError', { code: 11_000, writeErrors: [{}] })));
    assert.ok(!isDatabaseAway(named('MongoBulkWriteError', { code: 121, writeErrors: [] })));
    assert.ok(!isDatabaseAway(named('MongoServerError', { code: 11_000 })));
  });

  it('is nothing else', () => {
    for (const other of [new Error('connection closed'), 'MongoNetworkError', undefined, null]) assert.ok(!isDatabaseAway(other));
  });
});
