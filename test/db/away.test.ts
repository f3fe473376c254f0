import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectMongo, isDatabaseAway } from '../../db/mongo.ts';
import { Gate } from '../support/gate.ts';

const LARGE = 12 * 1024 * 1024;

describe('a database that stops reading', () => {
  it('fails the command that it has taken in part, once the connection is over, and is used again afterwards', async () => {
    const gate = await Gate.open();
    // The connection is given up after half a second without a byte. A run of this file again has the same server.
    const address = `mongodb://127.0.0.1:${String(gate.port)}/stalled-${randomUUID()}?maxPoolSize=1`;
    const connection = await connectMongo(address, { socketTimeoutMS: 500 });
    try {
      const rows = connection.collection('rows');
      await rows.insertOne({ small: true });
      gate.stall();
      await assert.rejects(rows.insertOne({ large: 'x'.repeat(LARGE) }), isDatabaseAway);
      gate.shut();
      await gate.reopen();
      assert.equal(await rows.countDocuments({ small: true }), 1);
    } finally {
      await connection.close(true);
      gate.shut();
    }
  });
});
