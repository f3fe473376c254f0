import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, kept } from './kept-bundle.ts';

describe('the bundle that is kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bundle-'));
  const [entry, imported] = [join(folder, 'entry.ts'), join(folder, 'imported.ts')];
  const cache = process.env['PLATEN_CACHE'];
  let builds = 0;
  const build = async (): Promise<Bundle> => {
    builds++;
    const body = Buffer.from(`build ${String(builds)}`);
    const asset = { type: 'text/javascript', body, brotli: body };
    return {
      files: new Map([['entry-1.js', asset]]),
      names: new Map([[entry, 'entry-1.js']]),
      styles: new Map(),
      inputs: [entry, imported],
    };
  };

  before(() => {
    process.env['PLATEN_CACHE'] = join(folder, 'cache');
    for (const file of [entry, imported]) writeFileSync(file, 'export {};');
  });
  after(() => {
    if (cache === undefined) delete process.env['PLATEN_CACHE'];
    else process.env['PLATEN_CACHE'] = cache;
    rmSync(folder, { recursive: true });
  });

  const bodyOf = async (): Promise<string | undefined> => (await kept([entry], build)).files.get('entry-1.js')?.body.toString();

  it('is built once while nothing changes, and anew when a file that went into it changes or goes', async () => {
    assert.equal(await bodyOf(), 'build 1');
    assert.equal(await bodyOf(), 'build 1');
    writeFileSync(imported, 'export const changed = true;');
    assert.equal(await bodyOf(), 'build 2');
    assert.equal(await bodyOf(), 'build 2');
    rmSync(imported);
    assert.equal(await bodyOf(), 'build 3');
  });
});
