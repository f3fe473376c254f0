import { globSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

const ROOT = join(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const files = globSync('{server,db,plugins}/**/*.unit.test.ts', { cwd: ROOT })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

/** A case that needs longer than this waits for something outside its process. */
const mocha = new Mocha({ reporter: 'dot', timeout: 2000, slow: 200, forbidOnly: true });
for (const file of files) mocha.addFile(join(ROOT, file));

const runner = mocha.run(() => {
  const { passes = 0, failures = 1, pending = 0, duration = 0 } = runner.stats ?? {};
  console.log(`${String(passes)} passed, ${String(failures)} failed, ${String(pending)} skipped in ${String(duration)} ms`);
  const refused = failures > 0 || passes === 0 || (process.env['CI'] === 'true' && pending > 0);
  process.exit(refused ? 1 : 0);
});
