import assert from 'node:assert/strict';
import type { Caller } from '../../support/caller.ts';
import { openDatabase, type SharedHub, sharedHub } from '../../support/hub.ts';
import { Receiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

interface Template {
  readonly id: string;
  readonly html_content: string;
  readonly schema: object;
  readonly options: object;
}

describe('changes of templates', () => {
  let hub: SharedHub;
  let receiver: Receiver;
  let other: Caller;
  before(async () => {
    receiver = await Receiver.open();
    hub = await sharedHub();
    other = await hub.account();
  });
  after(async () => {
    await hub.stop();
    await receiver.close();
  });

  const create = async (account: Caller, body: object): Promise<Template> =>
    (await account.send<Template>('POST', '/v1/templates', body)).body;
  const subscribe = async (account: Caller, event: string, path: string, filter: object = {}): Promise<void> => {
    const { status } = await account.send('POST', '/v1/integrations/hooks', { target_url: receiver.url(path), event, ...filter });
    assert.equal(status, 201);
  };
  const rowOf = ({ html_content: _html, schema: _schema, options: _options, ...row }: Template) => row;

  it('are told to hooks, each change once, with the template as it is then', async () => {
    const account = await hub.account();
    const made = await create(account, { name: 'first', html_content: 'x' });
    const unheard = await create(account, { name: 'unheard', html_content: 'x' });
    await subscribe(account, 'template.updated', '/updated', { template_id: made.id });
    await subscribe(other, 'template.updated', '/foreign');
    await account.send('PUT', `/v1/templates/${unheard.id}`, { name: 'y' });
    const changes = [{ html_content: 'y' }, { name: 'second' }, { options: { format: 'Letter' } }];
    const rows = [];
    for (const change of changes) {
      const { status, body } = await account.send<Template>('PUT', `/v1/templates/${made.id}`, change);
      assert.equal(status, 200, JSON.stringify(body));
      rows.push(rowOf(body));
    }
    const restored = await account.send<Template>('POST', `/v1/templates/${made.id}/versions/1/restore`);
    assert.equal(restored.status, 200);
    rows.push(rowOf(restored.body));
    await account.send('POST', `/v1/marketplace/${made.id}/publish`, { category: 'invoices' });
    await account.send('POST', `/v1/marketplace/${made.id}/unpublish`);
    rows.push({ ...rows[3], is_public: true }, { ...rows[3], is_public: false });
    await account.refused('PUT', `/v1/templates/${made.id}`, { html_content: '{{#if}}' }, 400, 'VALIDATION_ERROR', ['html_content']);
    await account.send('PUT', '/v1/templates/tmpl_none', { name: 'z' });
    const told = await receiver.wait('/updated', rows.length);
    const byTime = told.map(({ event }) => event).sort((a, b) => a.timestamp.localeCompare(b.timestamp));
    assert.deepEqual(byTime.map(({ type, data }) => [type, data]), rows.map((row) => ['template.updated', row])); // prettier-ignore
    assert.deepEqual(receiver.at('/foreign'), []);
  });

  it('are told to hooks when they are deleted, once, whoever deletes', async () => {
    const account = await hub.account();
    const made = await create(account, { name: 'gone', html_content: 'x' });
    await subscribe(account, 'template.deleted', '/deleted');
    await account.refused('DELETE', '/v1/templates/tmpl_none', undefined, 404, 'NOT_FOUND');
    assert.equal((await other.send('DELETE', `/v1/templates/${made.id}`)).status, 404);
    const replies = await Promise.all([1, 2, 3].map(() => account.send('DELETE', `/v1/templates/${made.id}`)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404]);
    const [told, ...more] = await receiver.wait('/deleted');
    assert.deepEqual([told?.event.type, told?.event.data, more.length], ['template.deleted', rowOf(made), 0]);
  });

  it('are told later when the process died in between, and a deletion that began is ended', async () => {
    const account = await hub.account();
    const [changed, gone] = [
      await create(account, { name: 'a', html_content: 'x' }),
      await create(account, { name: 'b', html_content: 'x' }),
    ];
    await subscribe(account, 'template.updated', '/swept');
    await subscribe(account, 'template.deleted', '/swept');
    const left = (type: string, template: Template, row: object | null) => ({
      _id: `evt_${type}`,
      ...{ type, accountId: account.accountId, templateId: template.id, announce: true, createdAt: new Date(0) },
      row: row === null ? null : JSON.stringify(row),
    });
    const database = await openDatabase(hub.database);
    const changes = database.collection<{ _id: string }>('template_changes');
    await changes.insertMany([
      left('template.updated', changed, null),
      left('template.deleted', gone, rowOf(gone)),
      { ...left('template.updated', gone, null), _id: 'evt_unknown' },
    ]);
    const told = await receiver.wait('/swept', 2, 30_000);
    const found = told.map(({ event: { type, data } }) => [type, data]).sort();
    assert.deepEqual(found, [['template.deleted', rowOf(gone)], ['template.updated', rowOf(changed)]]); // prettier-ignore
    assert.equal((await account.send('GET', `/v1/templates/${gone.id}`)).status, 404);
    await until('nothing to be left', async () => ((await changes.countDocuments()) === 0 ? true : undefined));
    await database.close();
  });
});
