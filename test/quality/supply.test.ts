import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

const ROOT = join(import.meta.dirname, '../..');

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
}

const packagesOf = (lockfile: string): Record<string, Locked> =>
  (JSON.parse(readFileSync(join(ROOT, lockfile), 'utf8')) as { packages: Record<string, Locked> }).packages;
const packages = packagesOf('package-lock.json');
const installed = (all: Record<string, Locked>): [string, Locked][] => Object.entries(all).filter(([path]) => path !== '');
const production = installed(packages).filter(([, { dev }]) => dev !== true);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What may be linked into a program under the MIT licence and passed on with it. */
const ALLOWED = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  '(MIT AND Zlib)',
  '(MIT OR Apache-2.0)',
  'MIT AND OFL-1.1',
]);
/** Whose licence has no SPDX name, and what was read there. */
const READ: Readonly<Record<string, string>> = { 'dejavu-fonts-ttf': 'Bitstream Vera, which allows embedding and passing on' };

/** Versions below which a published weakness or a bug that bites us is open. */
const FLOORS: Readonly<Record<string, string>> = {
  handlebars: '4.7.10',
  koa: '3.1.2',
  mongoose: '9.9.2',
  agenda: '6.2.6',
  '@agendajs/mongo-backend': '4.0.3',
  'ipaddr.js': '2.5.0',
  undici: '7.29.1',
};
const NEVER = ['vm2', 'ip', 'request', 'axios', 'event-stream'];

describe('what is installed', () => {
  it('may all be linked and passed on: no GPL, no AGPL, nothing without a licence', () => {
    assert.ok(production.length > 200);
    const others = production.filter(([path, { license = 'none' }]) => !ALLOWED.has(license) && READ[nameOf(path)] === undefined);
    assert.deepEqual(
      others.map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'none'}`),
      [],
    );
  });

  it('is what was locked: every package of every lockfile has its checksum and the file it comes from', () => {
    const lockfiles = globSync('**/package-lock.json', { cwd: ROOT, exclude: ['**/node_modules', '.git'] });
    assert.ok(lockfiles.includes('package-lock.json') && lockfiles.length >= 5, lockfiles.join());
    for (const lockfile of lockfiles) {
      const without = installed(packagesOf(lockfile)).filter(
        ([, { integrity, resolved }]) => integrity === undefined || resolved?.startsWith('https://registry.npmjs.org/') !== true,
      );
      assert.deepEqual(
        without.map(([path]) => path),
        [],
        `${lockfile}: run npm with --omit-lockfile-registry-resolved=false`,
      );
    }
  });

  it('is not older than the versions in which known weaknesses were closed', () => {
    for (const [name, floor] of Object.entries(FLOORS)) {
      const found = production.filter(([path]) => nameOf(path) === name);
      if (name !== 'undici') assert.ok(found.length > 0, `${name} is not there`);
      for (const [path, { version }] of found) assert.ok(semver.gte(version, floor), `${path} is ${version}, below ${floor}`);
    }
    const never = production.filter(([path]) => NEVER.includes(nameOf(path))).map(([path]) => path);
    assert.deepEqual(never, []);
  });

  it('holds one driver of MongoDB and one of zod', () => {
    for (const name of ['mongodb', 'zod', 'bson']) assert.equal(production.filter(([path]) => nameOf(path) === name).length, 1, name);
  });

  it('can be listed as CycloneDX, with every production package', () => {
    const npm = process.env['npm_execpath'];
    const first = npm === undefined ? [] : [npm];
    const text = execFileSync(
      npm === undefined ? 'npm' : process.execPath,
      [...first, 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 2 ** 26,
      },
    );
    const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string; version: string }[] };
    assert.equal(bomFormat, 'CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    for (const name of ['koa', 'mongoose', 'puppeteer', 'prom-client'])
      assert.ok(listed.has(`${name}@${packages[`node_modules/${name}`]?.version ?? ''}`), name);
  });
});
