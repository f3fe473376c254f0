// Asks the registry for known weaknesses of production packages; `npm run audit`. Says so where the registry has no such list.
'use strict';
const { spawnSync } = require('node:child_process');

/** Advisories that do not reach us: id, and why. */
const EXPLAINED = {};

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
let report;
try {
  report = JSON.parse(stdout);
} catch {
  report = {};
}
if (report.vulnerabilities === undefined) {
  console.log('audit: the registry has no list of weaknesses to ask; nothing was checked');
  process.exit(0);
}
const open = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
  via.filter((one) => typeof one === 'object' && EXPLAINED[one.url] === undefined).map((one) => `${name}: ${one.title} (${one.url})`),
);
for (const line of new Set(open)) console.error(line);
console.log(
  `audit: ${open.length === 0 ? 'no known weakness in production packages' : 'update these, or explain them in test/quality/audit.cjs'}`,
);
process.exit(open.length === 0 ? 0 : 1);
