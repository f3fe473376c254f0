import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/services.ts';
import { ZAPIER, zapierCli } from '../support/zapier-packages.ts';

describe("the Zapier connector in Zapier's own command line", function () {
  this.timeout(300_000);
  const home = temporaryFolder('zapier-cli');
  const app = join(home.path, 'zapier');

  before(() => {
    // What the connectors share lies beside them.
    cpSync(join(ZAPIER, '../api.d.ts'), join(home.path, 'api.d.ts'));
    cpSync(ZAPIER, app, { recursive: true, filter: (path) => !/\/zapier\/(dist|build)(\/|$)/.test(path) });
  });
  after(() => {
    home.remove();
  });

  const run = (...args: readonly string[]): string => {
    const env = { ...process.env, HOME: home.path, DISABLE_ZAPIER_ANALYTICS: '1', NO_UPDATE_NOTIFIER: '1', ZAPIER_DEPLOY_KEY: 'none' };
    // It gives the archive that it built five seconds of the clock to start, beside other tests. `nice` does without where it may not.
    return execFileSync('nice', ['-n', '-10', zapierCli(), ...args], {
      cwd: app,
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };

  it('is sound, as far as Zapier tells without an account', () => {
    assert.match(run('validate', '--without-style'), /structurally sound/);
  });

  it('builds into the archives that are uploaded', () => {
    // Its validation is the one of the test above and one that Zapier's server makes for those who have an account.
    assert.match(run('build', '--skip-npm-install', '--skip-validation'), /Build complete/);
    for (const archive of ['build/build.zip', 'build/source.zip']) assert.ok(statSync(join(app, archive)).size > 10_000, archive);
  });
});
