// Runs before `npm start` and `npm test` on whatever Node the machine has: plain JavaScript, no dependencies.
'use strict';
const { execFileSync, spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.platen-installed');

function refuse(sentence) {
  console.error(`platen: ${sentence}`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  refuse(`Node ${process.versions.node} is too old; install Node 20 or later.`);
}

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (installed !== wanted) {
  console.log('platen: installing packages (once, about a minute)');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (result.status !== 0) refuse('the packages could not be installed; check that the npm registry is reachable and run npm ci.');
  writeFileSync(stamp, wanted);
}

try {
  const version = execFileSync(join(modules, '.bin', 'node'), ['--version'], { encoding: 'utf8' }).trim();
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 18)) throw new Error(`it is ${version}`);
} catch (error) {
  refuse(`the packaged Node 24 does not run (${error.message}); allow install scripts for the package "node" and run npm ci.`);
}
