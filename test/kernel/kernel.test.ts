import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { parseConfig } from '../../server/config/load.ts';
import type { NotFound } from '../../server/contract/index.ts';
import { defineExtensionPoint, definePlugin, definePort, defineRoute, extend, HubError } from '../../server/contract/index.ts';
import { createMetrics } from '../../server/metrics.ts';
import { composePlugins } from '../../server/kernel/compose.ts';
import { PortContainer } from '../../server/kernel/container.ts';
import { Lifecycle } from '../../server/kernel/lifecycle.ts';
import { loadPlugins } from '../../server/kernel/load.ts';
import { orderPlugins } from '../../server/kernel/order.ts';

const Greeting = definePort<() => string>('greeter/greeting');
const config = z.strictObject({ loud: z.boolean().default(false) });
const base = { version: '1.0.0', hub: '^2', summary: 'a plugin of a test', config } as const;

const greeter = definePlugin({
  ...base,
  name: 'greeter',
  provides: { greeting: Greeting },
  setup: ({ config: { loud } }) => ({ ports: { greeting: () => (loud ? 'HELLO' : 'hello') } }),
});
const user = definePlugin({
  ...base,
  name: 'aaa-user',
  requires: { greeting: Greeting },
  setup: ({ deps }) => ({ health: [{ name: deps.greeting(), check: async () => undefined }] }),
});
const shy = definePlugin({
  ...base,
  name: 'shy',
  uses: { greeting: Greeting },
  setup: ({ deps }) => ({ health: [{ name: deps.greeting?.() ?? 'alone', check: async () => undefined }] }),
});
const entry = (plugin: typeof greeter, own: unknown = { loud: false }) => ({ plugin, config: own });
const nothing = { bound: [], demanded: [] };

const core = () => ({
  ports: new PortContainer(),
  jobs: { enqueue: async () => undefined },
  metrics: createMetrics(pino({ level: 'silent' })),
  log: pino({ level: 'silent' }),
  clock: () => new Date(),
  dataFolder: tmpdir(),
  roles: ['web', 'worker'] as const,
  publicUrl: () => 'http://hub.test',
  modelsOf: () => ({}),
});

describe('ports', () => {
  it('put providers before users, by name where free, and hand capabilities over', async () => {
    const ordered = orderPlugins([entry(user), entry(shy), entry(greeter, { loud: true })], nothing);
    assert.deepEqual(
      ordered.map(({ plugin }) => plugin.name),
      ['greeter', 'aaa-user', 'shy'],
    );
    const composed = await composePlugins(ordered, core());
    assert.deepEqual(
      composed.map(({ parts }) => parts.health?.[0]?.name),
      [undefined, 'HELLO', 'HELLO'],
    );
    const [alone] = await composePlugins(orderPlugins([entry(shy)], nothing), core());
    assert.equal(alone?.parts.health?.[0]?.name, 'alone');
  });

  it('that are missing, doubled or circular stop the boot, all named at once', () => {
    assert.throws(() => orderPlugins([entry(user)], nothing, ['greeter']), {
      message:
        'plugins cannot start:\n- plugin aaa-user requires port greeter/greeting, which no enabled plugin provides; enable plugin greeter or another provider',
    });
    const twin = definePlugin({
      ...base,
      name: 'twin',
      provides: { greeting: Greeting },
      setup: () => ({ ports: { greeting: () => '' } }),
    });
    const Other = definePort<number>('b/other');
    const a = definePlugin({
      ...base,
      name: 'a',
      requires: { other: Other },
      provides: { greeting: Greeting },
      setup: () => ({ ports: { greeting: () => '' } }),
    });
    const b = definePlugin({
      ...base,
      name: 'b',
      requires: { greeting: Greeting },
      provides: { other: Other },
      setup: () => ({ ports: { other: 1 } }),
    });
    assert.throws(() => orderPlugins([entry(greeter), entry(twin)], nothing), /provided by greeter and twin; disable one/);
    assert.throws(() => orderPlugins([entry(a), entry(b)], nothing), /circle: a → b → a/);
    assert.throws(() => orderPlugins([], { bound: [], demanded: [Greeting] }), /the hub requires port greeter\/greeting/);
  });

  it('resolve in the scope in which they were bound', () => {
    const Word = definePort<string>('test/word');
    const Sentence = definePort<string>('test/sentence');
    const root = new PortContainer();
    root.bind(Word, () => 'root');
    root.bind(Sentence, (ports) => `says ${ports.get(Word)}`);
    const scope = root.scope();
    scope.bind(Word, () => 'scope');
    assert.deepEqual([scope.get(Word), scope.get(Sentence), root.get(Sentence)], ['scope', 'says root', 'says root']);
    assert.throws(() => root.bind(Word, () => 'twice'), /already bound/);
  });
});

describe('extension points', () => {
  const Words = defineExtensionPoint<string>('owner/words', { claim: (word) => `word ${word}` });
  const adder = (name: string, ...words: string[]) =>
    definePlugin({ ...base, name, setup: () => ({ extensions: [extend(Words, ...words)] }) });
  const owner = (name: string, read: (words: () => readonly string[]) => void) =>
    definePlugin({
      ...base,
      name,
      extensionPoints: { words: Words },
      setup: ({ extensions: { words } }) => {
        read(words);
        return { extensions: [extend(Words, 'own')] };
      },
    });

  it('give their owner what every plugin adds, once all are set up', async () => {
    let words: () => readonly string[] = () => [];
    const first = owner('owner', (reader) => {
      words = reader;
      assert.throws(reader, /owner\/words is read before every plugin is set up/);
    });
    await composePlugins([entry(first), entry(adder('one', 'a', 'b')), entry(adder('two', 'c'))], core());
    assert.deepEqual(words(), ['own', 'a', 'b', 'c']);
  });

  it('are one plugin’s, refuse what two claim, and need not be there', async () => {
    const twice = [owner('owner', () => undefined), owner('thief', () => undefined), adder('one', 'a'), adder('two', 'a')];
    await assert.rejects(
      composePlugins(
        twice.map((plugin) => entry(plugin)),
        core(),
      ),
      {
        message: [
          'plugins cannot start:',
          '- extension point owner/words is declared by owner and thief; disable one of them',
          '- word own is declared by owner and thief; disable one of them',
          '- word a is declared by one and two; disable one of them',
        ].join('\n'),
      },
    );
    await composePlugins([entry(adder('one', 'a')), entry(adder('two', 'a'))], core());
  });
});

describe('plugins', () => {
  it('may not share a route, an id prefix or a name in the description of the API, and name their jobs after themselves', async () => {
    const route = defineRoute({
      method: 'get',
      path: '/v1/things/:id',
      auth: 'none',
      summary: '',
      response: z.object({}),
      handle: async () => ({}),
    });
    const twinRoute = defineRoute({
      method: 'get',
      path: '/v1/things/:name',
      auth: 'none',
      summary: '',
      response: z.object({}),
      handle: async () => ({}),
    });
    const Thing = z.object({});
    const described = { title: 'Things', schemas: { Thing, Error: Thing }, events: { 'thing.made': { summary: '', data: Thing } } };
    const one = definePlugin({ ...base, ...described, name: 'one', idPrefixes: ['thing'], setup: () => ({ routes: [route] }) });
    const two = definePlugin({
      ...base,
      ...described,
      name: 'two',
      idPrefixes: ['thing', 'req'],
      setup: () => ({ routes: [twinRoute], jobs: [{ name: 'one.job', data: z.object({}), run: async () => undefined }] }),
    });
    await assert.rejects(composePlugins([entry(one), entry(two)], core()), (error: Error) => {
      assert.match(error.message, /route GET \/v1\/things\/:param is declared by one and two/);
      assert.match(error.message, /id prefix thing is declared by one and two/);
      assert.match(error.message, /id prefix req is declared by the core and two/);
      for (const name of ['title Things', 'schema Thing', 'event thing.made']) {
        assert.ok(error.message.includes(`${name} is declared by one and two`), name);
      }
      assert.match(error.message, /schema Error is declared by the hub and one/);
      assert.match(error.message, /job one\.job of plugin two must be called two\.<verb-noun>/);
      return true;
    });
  });

  it('may share a scope that is one object, and need only scopes that are declared', async () => {
    const paint = { summary: 'Paint', order: 1 };
    const route = (path: `/${string}`, scope: string | readonly string[]) =>
      defineRoute({ method: 'get', path, auth: 'key', scope, summary: '', response: z.object({}), handle: async () => ({}) });
    const one = definePlugin({
      ...base,
      name: 'one',
      scopes: { paint, draw: { summary: 'Draw', order: 2 } },
      setup: () => ({ routes: [route('/v1/one', ['paint', 'draw'])] }),
    });
    const two = definePlugin({ ...base, name: 'two', scopes: { paint }, setup: () => ({ routes: [route('/v1/two', 'draw')] }) });
    await composePlugins([entry(one), entry(two)], core());
    await assert.rejects(composePlugins([entry(two)], core()), {
      message:
        'plugins cannot start:\n- route GET /v1/two of plugin two needs the scope draw, which no enabled plugin declares; enable the plugin that does, or declare it in two',
    });
    const events = { 'thing.made': { summary: '', data: z.object({}), scope: 'carve' } };
    const three = definePlugin({ ...base, name: 'three', events, scopes: { paint: { ...paint } }, setup: () => ({}) });
    await assert.rejects(composePlugins([entry(one), entry(three)], core()), (error: Error) => {
      assert.match(error.message, /scope paint is declared by one and three; disable one of them/);
      assert.match(error.message, /event thing\.made of plugin three needs the scope carve/);
      return true;
    });
  });

  it('are loaded by path and refused with every problem at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-plugins-'));
    const contract = JSON.stringify(join(import.meta.dirname, '../../server/contract/index.ts'));
    const zod = JSON.stringify(import.meta.resolve('zod'));
    const write = (name: string, spec: string): void => {
      writeFileSync(
        join(folder, `${name}.ts`),
        `import { definePlugin } from ${contract}; import { z } from ${zod};\nexport default definePlugin({ version: '1.0.0', summary: '', config: z.strictObject({ size: z.int().min(1).default(1) }), setup: () => ({}), ${spec} });`,
      );
    };
    write('good', "name: 'good', hub: '^2'");
    write('blots', "name: 'blots', hub: '^2', redact: ['fine', 'headers.cookie']");
    write('renamed', "name: 'other', hub: '^2'");
    write('future', "name: 'future', hub: '^9'");
    writeFileSync(join(folder, 'empty.ts'), 'export default 1;');
    writeFileSync(join(folder, 'throws.ts'), "throw new Error('must not be imported');");
    const roots = { bundled: join(import.meta.dirname, '../../plugins'), config: folder };
    const [good] = await loadPlugins({ good: { from: './good.ts', config: { size: 3 } }, throws: false }, roots);
    assert.deepEqual([good?.plugin.name, good?.config], ['good', { size: 3 }]);
    const [text] = await loadPlugins({ good: { from: './good.ts', config: { size: '3' } } }, roots);
    assert.deepEqual(text?.config, { size: 3 }, 'as environment variables are');
    mkdirSync(join(folder, 'node_modules/@acme/words'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/@acme/words/package.json'), '{"name":"@acme/words","type":"module","exports":"./index.js"}');
    writeFileSync(
      join(folder, 'node_modules/@acme/words/index.js'),
      `import { definePlugin } from ${contract}; import { z } from ${zod};\nexport default definePlugin({ name: 'words', version: '2.0.0', hub: '^2', summary: '', config: z.strictObject({}), setup: () => ({}) });`,
    );
    const [words] = await loadPlugins({ words: { from: '@acme/words' } }, roots);
    assert.equal(words?.plugin.version, '2.0.0');
    const wrong = {
      good: { from: './good.ts', config: { size: 0, typo: 1 } },
      renamed: { from: './renamed.ts' },
      future: { from: './future.ts' },
      blots: { from: './blots.ts' },
      empty: { from: './empty.ts' },
      nowhere: { from: './nowhere.ts' },
      unknown: {},
      missing: { from: '@acme/not-installed' },
    };
    await assert.rejects(loadPlugins(wrong, roots), (error: Error) => {
      for (const part of [
        /^configuration refused:/,
        /typo/,
        /good: invalid config/,
        /calls itself other/,
        /needs contract \^9/,
        /blots: redact takes names of fields, .* not headers\.cookie/,
        /definePlugin/,
        /nothing lies at/,
        /no bundled plugin has this name/,
        /npm install @acme/,
      ]) {
        assert.match(error.message, part);
      }
      return true;
    });
    rmSync(folder, { recursive: true });
  });

  it('stop in reverse order, and say when one does not end in time', async () => {
    const events: string[] = [];
    const lifecycle = new Lifecycle(pino({ level: 'silent' }));
    const stage = (name: string) => ({
      name,
      start: async () => void events.push(`+${name}`),
      stop: async () => void events.push(`-${name}`),
    });
    await lifecycle.start(stage('a'));
    await lifecycle.start(stage('b'));
    await assert.rejects(
      lifecycle.start({ name: 'c', start: () => Promise.reject(new Error('no')), stop: async () => void events.push('-c') }),
      /no/,
    );
    assert.deepEqual(events, ['+a', '+b', '-c', '-b', '-a']);
    await lifecycle.start({ name: 'slow', limitMs: 20, stop: () => new Promise(() => undefined) });
    assert.equal(await lifecycle.stop(), false);
  });

  it('start beside each other, each after those that it names; one that fails stops all', async () => {
    const events: string[] = [];
    const lifecycle = new Lifecycle(pino({ level: 'silent' }));
    const stage = (name: string, after: readonly string[], ms: number, fails = false) => ({
      name,
      after,
      start: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (fails) throw new Error(`${name} cannot start`);
        events.push(`+${name}`);
      },
      stop: async () => void events.push(`-${name}`),
    });
    await lifecycle.startTogether([stage('slow', [], 60), stage('quick', [], 1), stage('last', ['slow', 'quick'], 1)]);
    assert.deepEqual(events.splice(0), ['+quick', '+slow', '+last']);
    assert.equal(await lifecycle.stop(), true);
    assert.equal(events.splice(0)[0], '-last');
    const parts = [stage('broken', [], 1, true), stage('its user', ['broken'], 1), stage('other', [], 40)];
    await assert.rejects(lifecycle.startTogether(parts), /broken cannot start/);
    assert.deepEqual(events, ['+other', '-other', '-broken']);
  });
});

describe('errors', () => {
  it('are recognised by their brand, also from another copy of the contract', async () => {
    const copy = (await import(`../../server/contract/errors.ts?copy=${String(Date.now())}`)) as { NotFound: typeof NotFound };
    const foreign = copy.NotFound('gone');
    assert.equal(foreign instanceof HubError, false);
    assert.equal(HubError.is(foreign), true);
    assert.equal(HubError.is(new Error('x')), false);
    assert.equal(HubError.is(null), false);
  });
});

describe('configuration', () => {
  const refusal = (own: unknown, env: Record<string, string> = {}): string => {
    try {
      parseConfig(own, env, '/tmp');
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('has a default for everything', () => {
    const { config: parsed } = parseConfig({}, {}, '/srv/platen');
    assert.deepEqual(
      [parsed.http.port, parsed.http.host, parsed.data, parsed.roles],
      [3000, '127.0.0.1', '/srv/platen/.platen', ['web', 'worker']],
    );
    assert.ok('generation' in parsed.plugins);
  });

  it('takes references from the environment', () => {
    const env = { PLATEN_PORT: '4000', PLATEN_DATA: '/data', SECRET: 'mongodb://user:pw@db/x' };
    const { config: parsed } = parseConfig({ mongo: { url: { $env: 'SECRET' } } }, env, '/srv');
    assert.deepEqual([parsed.http.port, parsed.data, parsed.mongo.url], [4000, '/data', env.SECRET]);
  });

  it('reports every problem at once, with its remedy', () => {
    const message = refusal({
      http: { port: 'many', hots: 'x' },
      mongo: { url: { $env: 'UNSET_NAME' } },
      roles: [],
      redis: { url: { $env: 7 } },
    });
    for (const part of [/http\.port/, /hots/, /environment variable UNSET_NAME is not set; set it/, /roles/, /redis\.url: a reference is/])
      assert.match(message, part);
  });

  it('keeps the other defaults of what it overlays', () => {
    const { config: parsed } = parseConfig({ plugins: { rendering: { config: { concurrency: 1 } }, limits: false } }, {}, '/srv');
    assert.deepEqual(parsed.plugins['rendering'], { config: { concurrency: 1 } });
    assert.equal(parsed.plugins['limits'], false);
    assert.deepEqual(parsed.plugins['accounts'], {});
  });
});
