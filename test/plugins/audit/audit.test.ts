import assert from 'node:assert/strict';
import { startHub, type TestHub } from '../../support/hub.ts';
import { PASSWORD, Visitor } from '../../support/visitor.ts';

const YEAR_MS = 366 * 86_400_000;

/** The rows of a log, newest first: what each says, without its time. */
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)]
      .slice(1)
      .map(([, cell = '']) =>
        cell
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .join(' | '),
  );

describe('the audit log', () => {
  let shift = 0;
  let hub: TestHub;
  before(async () => {
    hub = await startHub({ config: { egress: { allow: ['127.0.0.1:*'] } }, clock: () => new Date(Date.now() + shift) });
  });
  after(() => hub.stop());

  const entered = async () => {
    const caller = await hub.account();
    return { caller, visitor: await new Visitor(hub).enter(caller.email) };
  };

  it('says who signed in and who failed to, from where, and nothing of what was typed', async () => {
    const { caller, visitor } = await entered();
    const guest = new Visitor(hub);
    await guest.open('/dashboard/sign-in');
    assert.equal((await guest.post('/dashboard/sign-in', { email: caller.email, password: 'my secret guess' })).status, 401);
    assert.equal((await guest.post('/dashboard/sign-in', { email: 'typed-a-password-here', password: 'x' })).status, 401);
    assert.equal((await guest.post('/dashboard/sign-in', { email: caller.email, password: PASSWORD })).status, 303);
    const page = await visitor.open('/dashboard/audit');
    assert.deepEqual(rowsOf(page).slice(0, 4), [
      `Signed in | – | ${caller.email} | 127.0.0.1`,
      'Failed to sign in | wrong password | Not signed in | 127.0.0.1',
      `Set a new password | by a password link | ${caller.email} | 127.0.0.1`,
      'Created a password link | – | Operator, command line | –',
    ]);
    assert.ok(!page.includes('secret guess') && !page.includes('typed-a-password'));
    await hub.command('account', 'operator', caller.email, 'on');
    const all = await visitor.open('/dashboard/operator/audit');
    assert.ok(
      rowsOf(all).some((row) => row.startsWith('Failed to sign in | unknown e-mail address | Not signed in')),
      all,
    );
    assert.ok(!all.includes('typed-a-password'));
  });

  it('says which key changed what through the API, with the key as the actor', async () => {
    const { caller, visitor } = await entered();
    const by = `API key ${caller.keyId} | 127.0.0.1`;
    const { body: made } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Letter', html_content: '<p>1' });
    await caller.send('PUT', `/v1/templates/${made.id}`, { html_content: '<p>2' });
    await caller.send('POST', `/v1/marketplace/${made.id}/publish`, {});
    await caller.send('POST', `/v1/marketplace/${made.id}/unpublish`);
    await caller.send('DELETE', `/v1/templates/${made.id}`);
    const target = 'http://127.0.0.1/hook';
    const { body: hook } = await caller.send<{ id: string }>('POST', '/v1/integrations/hooks', {
      target_url: target,
      event: 'generation.failed',
    });
    await caller.send('DELETE', `/v1/integrations/hooks/${hook.id}`);
    await caller.send('POST', '/v1/webhooks/secret/rotate');
    assert.deepEqual(rowsOf(await visitor.open('/dashboard/audit')).slice(0, 8), [
      `Rotated the webhook secret | – | ${by}`,
      `Removed a webhook endpoint | ${target} ${hook.id} generation.failed | ${by}`,
      `Added a webhook endpoint | ${target} ${hook.id} generation.failed | ${by}`,
      `Deleted a template | Letter ${made.id} | ${by}`,
      `Unpublished a template | Letter ${made.id} | ${by}`,
      `Published a template | Letter ${made.id} | ${by}`,
      `Changed a template | Letter ${made.id} version 2 | ${by}`,
      `Created a template | Letter ${made.id} | ${by}`,
    ]);
    await caller.refused('PUT', '/v1/templates/tmpl_none', { name: 'x' }, 404, 'NOT_FOUND');
    assert.match(rowsOf(await visitor.open('/dashboard/audit'))[0] ?? '', /^Rotated/, 'what was refused changed nothing');
  });

  it('says what was done in the dashboard and by the operator', async () => {
    const { caller, visitor } = await entered();
    await visitor.open('/dashboard/keys');
    await visitor.post('/dashboard/keys', { _do: 'create', name: 'ledger', kind: 'live', expires: '', scopes: ['generate'] });
    const [, id = ''] = /ledger[\s\S]*?name="id" value="(key_\w+)"/.exec(await visitor.open('/dashboard/keys')) ?? [];
    await visitor.post('/dashboard/keys', { _do: 'revoke', id });
    await hub.command('account', 'plan', caller.email, 'pro');
    const rows = rowsOf(await visitor.open('/dashboard/audit'));
    assert.equal(rows[0], `Changed the plan | ${caller.email} ${caller.accountId} pro | Operator, command line | –`);
    assert.match(rows[1] ?? '', new RegExp(`^Revoked an API key \\| ledger ${id} plt_live_sk_….{4} \\| ${caller.email} \\| 127`));
    assert.match(rows[2] ?? '', new RegExp(`^Created an API key \\| ledger ${id} plt_live_sk_….{4} \\| ${caller.email} \\| 127`));
  });

  it('belongs to the account; that of all is for operators alone', async () => {
    const [ann, bob] = [await entered(), await entered()];
    const { body } = await ann.caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Of Ann', html_content: '<p>1' });
    assert.ok((await ann.visitor.open('/dashboard/audit')).includes(body.id));
    assert.ok(!(await bob.visitor.open('/dashboard/audit')).includes(body.id));
    assert.match(await bob.visitor.open(`/dashboard/audit?q=${body.id}`), /No entries match/);
    assert.ok(!(await bob.visitor.open('/dashboard/audit.csv')).includes(body.id));
    for (const path of ['/dashboard/operator/audit', '/dashboard/operator/audit.csv'])
      assert.equal((await bob.visitor.get(path)).status, 404, path);
    await hub.command('account', 'operator', bob.caller.email, 'on');
    assert.ok((await bob.visitor.open(`/dashboard/operator/audit?q=${body.id}`)).includes(ann.caller.accountId));
    assert.ok((await bob.visitor.open('/dashboard/operator/audit.csv')).includes(body.id));
  });

  it('is searched and filtered, and saved as a CSV file that runs no formula', async () => {
    const { caller, visitor } = await entered();
    const name = '=HYPERLINK("http://x")';
    await caller.send('POST', '/v1/templates', { name, html_content: '<p>1' });
    assert.equal(rowsOf(await visitor.open('/dashboard/audit?q=hyperlink')).length, 1);
    assert.equal(rowsOf(await visitor.open('/dashboard/audit?action=template.created')).length, 1);
    assert.match(await visitor.open('/dashboard/audit?action=template.deleted'), /No entries match/);
    assert.match(await visitor.open('/dashboard/audit?to=2001-01-01'), /No entries match/);
    const { text } = await visitor.get('/dashboard/audit.csv?action=template.created');
    const [head, row] = text.replace('\ufeff', '').split('\r\n');
    assert.equal(head, 'time,action,subject,subject_id,detail,actor_kind,actor,address');
    assert.match(
      row ?? '',
      /^\d{4}-\d\d-\d\dT[\d:.]+Z,template\.created,"'=HYPERLINK\(""http:\/\/x""\)",tmpl_\w+,,key,API key key_\w+,127\.0\.0\.1$/,
    );
  });

  it('forgets after a year', async () => {
    const { caller } = await entered();
    shift += YEAR_MS;
    const late = await startHub({ database: hub.database, clock: () => new Date(Date.now() + shift) });
    try {
      const again = await new Visitor(late).enter(caller.email);
      const rows = rowsOf(await again.open('/dashboard/audit'));
      assert.equal(rows.length, 2, rows.join('; '));
      assert.match(rows[0] ?? '', /^Set a new password/);
    } finally {
      await late.stop();
    }
  });
});
