import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, submit } from './support/batches.ts';
import { Caller } from './support/caller.ts';
import { startHub, type TestHub } from './support/hub.ts';
import { textOf } from './support/pdf.ts';
import { Visitor } from './support/visitor.ts';

/** What each bundled plugin leaves behind when it is switched off: a hub that works, or the sentence that names it. */
const OUTCOMES: Readonly<Record<string, 'boots' | RegExp>> = {
  audit: 'boots',
  'request-log': 'boots',
  accounts: /the hub requires port core\/authenticator.*\(accounts/,
  limits: 'boots',
  storage: /plugin (generation|pdf-tools) requires port storage\/files.*enable plugin storage/,
  rendering: /plugin generation requires port rendering\/pdf-renderer.*enable plugin rendering/,
  webhooks: 'boots',
  templates: /plugin (previews|starters|marketplace|studio) requires port templates\/catalog.*enable plugin templates/,
  starters: 'boots',
  marketplace: 'boots',
  ai: 'boots',
  previews: 'boots',
  studio: 'boots',
  dashboard: 'boots',
  'pdf-tools': 'boots',
  batches: 'boots',
  generation: /plugin (batches|integrations|quickstart) requires port generation\/generator.*enable plugin generation/,
  integrations: 'boots',
  quickstart: 'boots',
};

/** What a request may no longer ask for. */
const REFUSED: Readonly<Record<string, readonly [path: string, body: object, field: string]>> = {
  webhooks: ['/v1/generate', { html: 'x', webhook: 'https://example.com' }, 'webhook'],
  'pdf-tools': ['/v1/generate/batch', { items: [{ html: 'x' }], result: 'merged' }, 'result'],
};

/** Follows every link of the dashboard from its first page. */
async function followLinks(hub: TestHub, email: string): Promise<string[]> {
  const visitor = await new Visitor(hub).enter(email);
  const seen = new Set(['/dashboard']);
  for (const path of seen) {
    const { status, headers, text } = await visitor.get(path);
    assert.equal(status, 200, `${path} is linked and answers ${String(status)}`);
    if (headers.get('content-type')?.startsWith('text/html') !== true) continue;
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="(\/dashboard[^"#]*)"/g)) seen.add(href.replaceAll('&amp;', '&'));
  }
  return [...seen];
}

describe('a disabled plugin', () => {
  it('is covered below', () => {
    const { plugins } = JSON.parse(readFileSync(join(import.meta.dirname, '../server/config/default.json'), 'utf8')) as { plugins: object };
    assert.deepEqual(Object.keys(OUTCOMES).sort(), Object.keys(plugins).sort());
  });

  for (const [name, outcome] of Object.entries(OUTCOMES)) {
    it(`${name}: ${outcome === 'boots' ? 'the others work' : 'the boot explains what is missing'}`, async () => {
      if (outcome !== 'boots') {
        await assert.rejects(startHub({ plugins: { [name]: false } }), outcome);
        return;
      }
      const hub = await startHub({ plugins: { [name]: false } });
      try {
        const caller = await hub.account();
        if (name === 'pdf-tools') {
          const body = { html: 'x', steps: [{ type: 'pdfa' }] };
          const { message } = await caller.refused('POST', '/v1/generate', body, 400, 'VALIDATION_ERROR', ['steps']);
          assert.match(message, /disabled on this server/);
        }
        const [path, body, field] = REFUSED[name] ?? [];
        if (path !== undefined) {
          const { message } = await caller.refused('POST', path, body, 400, 'VALIDATION_ERROR', [field ?? '']);
          assert.match(message, /disabled on this server/);
        }
        const reply = await caller.raw('POST', '/v1/generate', { body: { html: '<p>x</p>' }, headers: { accept: 'application/pdf' } });
        if (name === 'generation') {
          assert.equal(reply.status, 404);
        } else {
          assert.equal(await textOf(new Uint8Array(await reply.arrayBuffer())), 'x');
          assert.equal(reply.headers.get('x-ratelimit-limit') === null, name === 'limits');
        }
        if (name !== 'dashboard') {
          const made = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Letter', html_content: '<p>x' });
          await caller.generate({ template: made.body.id, data: {} });
          if (name === 'batches') await caller.refused('POST', '/v1/generate/batch', { items: [{ html: 'x' }] }, 404, 'NOT_FOUND');
          else await finished(caller, (await submit(caller, { items: [{ html: 'x' }] })).batch_id);
          const paths = await followLinks(hub, caller.email);
          assert.ok(paths.length >= 12, paths.join(' '));
          assert.equal(paths.includes(`/dashboard/templates/${made.body.id}`), name !== 'studio');
        }
      } finally {
        await hub.stop();
      }
    });
  }
});

describe('a plugin of somebody else', () => {
  it('is the one CONTRIBUTING.md shows', async () => {
    const contributing = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8');
    const example = /```ts\n(\/\/ plugins-own\/word-count\.ts\n[\s\S]*?)```/.exec(contributing)?.[1];
    assert.ok(example, 'CONTRIBUTING.md shows plugins-own/word-count.ts');
    assert.ok(example.trim().split('\n').length <= 30, 'in 30 lines');
    const folder = mkdtempSync(join(tmpdir(), 'platen-example-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(import.meta.dirname, '../node_modules/zod'), join(folder, 'node_modules/zod'));
    const path = join(folder, 'word-count.ts');
    symlinkSync(join(import.meta.dirname, '..'), join(folder, 'node_modules/platen'));
    writeFileSync(path, example);
    const hub = await startHub({ plugins: { 'word-count': { from: path, config: { longest: 100 } } } });
    try {
      const caller = await hub.account();
      const counted = await caller.send<object>('POST', '/v1/word-count', { text: 'one two  three' });
      assert.deepEqual([counted.status, counted.body], [200, { words: 3 }]);
      await caller.refused('POST', '/v1/word-count', { text: 'x'.repeat(101) }, 400, 'VALIDATION_ERROR', ['text']);
      const document = (await (await fetch(`${hub.url}/openapi.json`)).json()) as { paths: object };
      assert.ok('/v1/word-count' in document.paths);
    } finally {
      await hub.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('can add a page to the dashboard and a scope to keys, which are gone with it', async () => {
    const own = { 'own-page': { from: join(import.meta.dirname, 'fixtures/plugins/own-page.ts') } };
    const hub = await startHub({ plugins: own });
    const caller = await hub.account();
    try {
      const visitor = await new Visitor(hub).enter(caller.email);
      assert.match(await visitor.open('/dashboard'), /href="\/dashboard\/own"/);
      assert.match(await visitor.open('/dashboard/own'), /Words of its own/);
      assert.match(await visitor.open('/dashboard/keys'), /Read the words/);
      assert.equal((await visitor.get('/dashboard/api/own/words')).status, 200);
      assert.equal((await caller.send('GET', '/own/words')).status, 404);
      assert.equal((await caller.send('GET', '/v1/words')).status, 200);
      const other = await hub.account({ flags: ['--scopes', 'generate'] });
      assert.match((await other.refused('GET', '/v1/words', undefined, 403, 'FORBIDDEN')).message, /lacks the scope words;/);
    } finally {
      await hub.stop();
    }
    const without = await startHub({ database: hub.database });
    try {
      const again = new Caller(without.url, caller.key, caller);
      assert.equal((await again.send('GET', '/v1/words')).status, 404);
      assert.equal((await again.send('GET', '/v1/generations')).status, 200);
      const visitor = await new Visitor(without).enter(caller.email);
      assert.equal((await visitor.get('/dashboard/own')).status, 404);
      assert.doesNotMatch(await visitor.open('/dashboard/keys'), /Read the words/);
    } finally {
      await without.stop();
    }
    const headless = await startHub({ plugins: { ...own, dashboard: false } });
    try {
      assert.equal((await (await headless.account()).send('GET', '/v1/words')).status, 200);
    } finally {
      await headless.stop();
    }
  });

  it('can provide a port another plugin uses', async () => {
    const off = { templates: false, starters: false, marketplace: false, previews: false, studio: false };
    const hub = await startHub({
      plugins: { ...off, 'own-templates': { from: join(import.meta.dirname, 'fixtures/plugins/own-templates.ts') } },
    });
    try {
      const caller = await hub.account();
      const response = await caller.raw('POST', '/v1/generate', {
        body: { template: 'tmpl_hello@2', data: { name: 'Ada' } },
        headers: { accept: 'application/pdf' },
      });
      assert.equal(await textOf(new Uint8Array(await response.arrayBuffer())), 'Hello Ada, version 2');
      const { body } = await caller.send<{ template_id: string; input_type: string }>(
        'GET',
        `/v1/generations/${response.headers.get('x-generation-id') ?? ''}`,
      );
      assert.deepEqual([body.template_id, body.input_type], ['tmpl_hello', 'template']);
      await caller.refused('POST', '/v1/generate', { template: 'tmpl_other' }, 404, 'NOT_FOUND');
    } finally {
      await hub.stop();
    }
  });
});
