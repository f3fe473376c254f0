import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../../server/config/load.ts';
import { loadPlugins } from '../../server/kernel/load.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Imports are checked by the boundaries; what the core would know by a name is not. */
describe('the core', () => {
  it('names no plugin, scope, event, port, extension point or collection', async () => {
    const bundled = join(ROOT, 'plugins');
    const plugins = await loadPlugins(parseConfig({}, {}, ROOT).config.plugins, { bundled, config: ROOT });
    const names = plugins.flatMap(({ plugin }) => [
      plugin.name,
      ...Object.keys(plugin.scopes ?? {}),
      ...Object.keys(plugin.events ?? {}),
      ...Object.values(plugin.provides ?? {}).map(({ id }) => id),
      ...Object.values(plugin.extensionPoints ?? {}).map(({ id }) => id),
      ...Object.values(plugin.models ?? {}).map(({ collection }) => collection),
    ]);
    assert.ok(names.length > 60, `${String(names.length)} names`);
    const owned = names.filter((name) => !name.startsWith('core/'));
    const found = globSync('server/**/*.ts', { cwd: ROOT, exclude: ['**/*.unit.test.ts'] }).flatMap((file) => {
      const code = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return owned.filter((name) => code.includes(`'${name}'`)).map((name) => `${file}: ${name}`);
    });
    assert.deepEqual(found, []);
  });
});
