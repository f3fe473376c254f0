import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { parseConfig } from './load.ts';

const FOLDER = resolve('/etc/platen');
const parse = (own: unknown, env: NodeJS.ProcessEnv = {}) => parseConfig(own, env, FOLDER).config;

describe('parseConfig', () => {
  it('has defaults for everything', () => {
    const { http, roles, data, egress } = parse({});
    assert.deepEqual([http.port, http.host, roles, egress.allow, egress.ports], [3000, '127.0.0.1', ['web', 'worker'], [], [80, 443]]);
    assert.equal(data, join(FOLDER, '.platen'));
  });

  it('keeps the defaults beside what a file sets in the same section', () => {
    const { http } = parse({ http: { port: 8080 } });
    assert.deepEqual([http.port, http.host], [8080, '127.0.0.1']);
  });

  it('replaces lists instead of joining them', () => {
    assert.deepEqual(parse({ egress: { ports: [8443] } }).egress.ports, [8443]);
  });

  it('lets a data folder be absolute', () => {
    assert.equal(parse({ data: '/var/lib/platen' }).data, resolve('/var/lib/platen'));
  });

  it('reads numbers that an environment variable gives as text', () => {
    assert.equal(parse({ http: { port: { $env: 'PORT' } } }, { PORT: '8081' }).http.port, 8081);
  });

  it('reads numbers, switches and lists that environment variables give as text, where the setting is one', () => {
    const own = {
      http: { bodyLimit: { $env: 'LIMIT' }, trustedProxies: { $env: 'PROXIES' } },
      idempotency: { strict: { $env: 'STRICT' } },
      egress: { allow: { $env: 'ALLOW' }, ports: { $env: 'PORTS' } },
      mongo: { url: { $env: 'URL' } },
      plugins: { marketplace: { $env: 'MARKETPLACE' } },
    };
    const env = {
      ...{ LIMIT: '1048576', PROXIES: '10.0.0.0/8, 127.0.0.1', STRICT: 'true', ALLOW: 'n8n:5678', PORTS: '80,8443' },
      ...{ URL: 'true', MARKETPLACE: 'false' },
    };
    const { http, idempotency, egress, mongo, plugins } = parse(own, env);
    assert.equal(http.bodyLimit, 1_048_576);
    assert.deepEqual(http.trustedProxies, ['10.0.0.0/8', '127.0.0.1']);
    assert.equal(idempotency.strict, true);
    assert.deepEqual(egress, { allow: ['n8n:5678'], ports: [80, 8443] });
    assert.equal(mongo.url, 'true');
    assert.equal(plugins['marketplace'], false);
    const lists = parse(own, { ...env, ALLOW: '[::1]:8080', PORTS: '[80, 8443]', PROXIES: '["10.0.0.0/8"]' });
    assert.deepEqual([lists.egress, lists.http.trustedProxies], [{ allow: ['[::1]:8080'], ports: [80, 8443] }, ['10.0.0.0/8']]);
  });

  it('refuses texts that are no such thing, and names the setting', () => {
    const own = {
      http: { bodyLimit: { $env: 'LIMIT' } },
      egress: { ports: { $env: 'PORTS' } },
      idempotency: { strict: { $env: 'STRICT' } },
    };
    assert.throws(
      () => parse(own, { LIMIT: '1e', PORTS: '80,http', STRICT: 'yes' }),
      /http\.bodyLimit: .*number[^]*egress\.ports\.1: .*number[^]*idempotency\.strict: .*boolean/,
    );
  });

  it('keeps a plugin as it is by default when the variable of its switch is unset', () => {
    assert.deepEqual(parse({ plugins: { marketplace: { $env: 'X', optional: true } } }).plugins['marketplace'], {});
  });

  it('takes the default of a variable that is unset or empty', () => {
    const own = { http: { host: { $env: 'HOST', default: '0.0.0.0' } } };
    assert.equal(parse(own).http.host, '0.0.0.0');
    assert.equal(parse(own, { HOST: '' }).http.host, '0.0.0.0');
    assert.equal(parse(own, { HOST: '::1' }).http.host, '::1');
  });

  it('drops an optional variable that is unset with its key', () => {
    assert.equal(parse({ redis: { url: { $env: 'REDIS', optional: true } } }).redis.url, undefined);
  });

  it('refuses a variable that is unset and has no default', () => {
    assert.throws(() => parse({ mongo: { url: { $env: 'MONGO' } } }), /mongo\.url: environment variable MONGO is not set/);
  });

  it('refuses a reference with misspelt fields', () => {
    assert.throws(() => parse({ mongo: { url: { $env: 'MONGO', defualt: 'x' } } }), /mongo\.url: a reference is/);
  });

  it('refuses fields it does not know', () => {
    assert.throws(() => parse({ htpp: {} }), /htpp/);
    assert.throws(() => parse({ http: { prot: 1 } }), /http: .*prot/);
  });

  for (const port of [-1, 65_536, 1.5, 'eighty'])
    it(`refuses the port ${String(port)}`, () => {
      assert.throws(() => parse({ http: { port } }), /http\.port/);
    });

  it('refuses a public URL that is not HTTP', () => {
    assert.throws(() => parse({ http: { publicUrl: 'ftp://files.example' } }), /http\.publicUrl/);
    for (const url of ['https://files.example', 'https://files.example/']) {
      assert.equal(parse({ http: { publicUrl: url } }).http.publicUrl, 'https://files.example');
    }
    for (const [url, problem] of [
      ['https://files.example/platen', /must not have a path: serve Platen at the root of a host name, such as https:\/\/files\.example/],
      ['https://files.example/?a=1', /query or a fragment/],
      ['https://files.example/#a', /query or a fragment/],
      ['https://me:secret@files.example', /user name or password/],
    ] as const) {
      assert.throws(() => parse({ http: { publicUrl: url } }), problem);
    }
  });

  it('says where a setting of a plugin belongs that was written beside those of the core', () => {
    assert.throws(
      () => parse({ limits: { plans: {}, anonymousPerSecond: 3 } }),
      (error: Error) => {
        assert.match(error.message, /limits\.plans: is a setting of a plugin; write it as plugins\.limits\.config\.plans/);
        assert.match(error.message, /write it as plugins\.limits\.config\.anonymousPerSecond/);
        return true;
      },
    );
    assert.throws(() => parse({ nonsense: 1 }), /Unrecognized key: "nonsense"/);
  });

  it('refuses plugin names that are not in kebab case', () => {
    assert.throws(() => parse({ plugins: { MyPlugin: true } }), /kebab-case/);
  });

  it('expands the role all, and takes one role or a list', () => {
    assert.deepEqual(parse({ roles: 'all' }).roles, ['web', 'worker']);
    assert.deepEqual(parse({ roles: 'worker' }).roles, ['worker']);
    assert.deepEqual(parse({ roles: ['web'] }).roles, ['web']);
    assert.throws(() => parse({ roles: [] }), /roles/);
  });

  it('tells all problems at once, one a line', () => {
    assert.throws(
      () => parse({ http: { port: -1 }, mongo: { url: { $env: 'MONGO' } }, egress: { ports: [0] }, colour: 'red' }),
      (error: Error) => {
        const lines = error.message.split('\n').slice(1);
        assert.equal(lines.length, 4, error.message);
        for (const name of ['http.port', 'mongo.url', 'egress.ports.0', 'colour']) assert.ok(error.message.includes(name), name);
        return true;
      },
    );
  });
});
