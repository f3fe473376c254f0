import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import mongoose from 'mongoose';
import { freePort } from '../support/ports.ts';
import { startHub } from '../support/hub.ts';
import { until } from '../support/until.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a process that starts one hub after another, as after an error', () => {
  it('keeps nothing of one that has stopped', async () => {
    const before = mongoose.connections.length;
    const used = async (): Promise<WeakRef<object>> => {
      const hub = await startHub();
      const caller = await hub.account();
      await caller.generate({ html: '<p>x</p>' });
      assert.equal((await fetch(`${hub.url}/metrics`)).status, 200);
      await hub.stop();
      return new WeakRef(hub.hub);
    };
    const stopped = await used();
    assert.equal(mongoose.connections.length, before);
    await until('the hub to be forgotten', () => {
      collectGarbage();
      return stopped.deref() === undefined ? true : undefined;
    });
  });

  it('keeps no connection to a database that is away', async () => {
    const before = mongoose.connections.length;
    await assert.rejects(startHub({ mongoPort: await freePort() }), /no MongoDB answers/);
    assert.equal(mongoose.connections.length, before);
  });
});
