import assert from 'node:assert/strict';
import { openDatabase, startHub, type TestHub } from '../../support/hub.ts';

const MB = 1024 * 1024;
const MAX_VERSIONS = 500;

interface VersionRow {
  readonly _id: string;
  readonly version: number;
}

describe('the history of a template', () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.stop());

  const saved = async () => {
    const caller = await hub.account();
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'x', html_content: '<p>1' });
    const change = async (n: number) =>
      assert.equal((await caller.send('PUT', `/v1/templates/${body.id}`, { html_content: `<p>${String(n)}` })).status, 200);
    const status = async (n: number) => (await caller.raw('GET', `/v1/templates/${body.id}/versions/${String(n)}`)).status;
    return { id: body.id, change, status };
  };

  it('keeps the newest versions of 50 MB', async () => {
    const { id, change, status } = await saved();
    for (let n = 2; n <= 9; n++) await change(n);
    const database = await openDatabase(hub.database);
    await database.collection('template_versions').updateMany({ templateId: id }, { $set: { bytes: 20 * MB } });
    await database.close();
    await change(10);
    assert.deepEqual(await Promise.all([10, 9, 8, 7, 1].map(status)), [200, 200, 200, 404, 404]);
    await change(11);
    assert.equal(await status(11), 200);
  });

  it('keeps 500 versions', async () => {
    const { id, change, status } = await saved();
    const last = MAX_VERSIONS + 19;
    const database = await openDatabase(hub.database);
    const versions = database.collection<VersionRow>('template_versions');
    const first = await versions.findOne({ _id: `${id}@1` });
    assert.ok(first !== null);
    await versions.insertMany(Array.from({ length: last - 1 }, (_, n) => ({ ...first, _id: `${id}@${String(n + 2)}`, version: n + 2 })));
    await database.collection<{ _id: string }>('templates').updateOne({ _id: id }, { $set: { version: last } });
    await change(last + 1);
    assert.equal(await versions.countDocuments({ templateId: id }), MAX_VERSIONS);
    await database.close();
    assert.deepEqual(await Promise.all([last + 1, 21, 20].map(status)), [200, 200, 404]);
  });
});
