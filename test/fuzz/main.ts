import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Distribution } from './health.ts';
import type { Recorded } from './findings.ts';
import { type FuzzReport, replay, runFuzz } from './run-fuzz.ts';

const MB = 2 ** 20;

const row = (name: string, { count, p50, p90, p99, max, slow }: Distribution): string =>
  `| ${name} | ${String(count)} | ${[p50, p90, p99, max].map((ms) => ms.toFixed(1)).join(' | ')} | ${String(slow)} |`;

function summary({ cases, statuses, restarts, controls, health, memory, findings, logged }: FuzzReport): string {
  const byGroup = Object.entries(statuses)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name}: ${String(count)}`);
  return [
    `${String(cases)} cases, ${String(controls)} control documents, ${String(restarts)} hubs ended`,
    byGroup.join(', '),
    '\n| /healthz | Requests | p50 (ms) | p90 | p99 | Most | Over 100 ms |\n|---|---|---|---|---|---|---|',
    row('the hub', health.hub),
    row('an idle server beside it', health.machine),
    '\n| Memory | Before (MiB) | After (MiB) |\n|---|---|---|',
    ...memory.map(({ what, before, after }) => `| ${what} | ${(before / MB).toFixed(0)} | ${(after / MB).toFixed(0)} |`),
    '\nErrors in the log of the hub:',
    ...[...logged].map(([line, count]) => `${String(count)} × ${line}`),
    `\n${String(findings.length)} faults:`,
    ...findings.map(({ fault, file, count }) => `${String(count)} × ${fault}\n    npm run fuzz -- --replay ${file}`),
  ].join('\n');
}

/** `npm run fuzz -- --minutes 60 --seed 7`, or `--replay FILE` for a case that was written down; status 1 when a fault is found. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      folder: { type: 'string', default: join('.platen', 'fuzz') },
      replay: { type: 'string' },
    },
  });
  const options = {
    seconds: Number(values.minutes) * 60,
    seed: Number(values.seed),
    folder: values.folder,
    idleSeconds: 30,
    warmUpRounds: 20,
    isQuiet: true,
    tell: (line: string) => {
      console.log(line);
    },
  };
  if (values.replay !== undefined) {
    const { cases } = JSON.parse(readFileSync(values.replay, 'utf8')) as Recorded;
    const faults = await replay(cases, { ...options, folder: join(values.folder, 'replayed') });
    return faults.length === 0 ? 0 : 1;
  }
  console.log(`seed ${values.seed}, ${values.minutes} minutes; failing cases go to ${values.folder}`);
  const report = await runFuzz(options);
  console.log(summary(report));
  return report.findings.length === 0 ? 0 : 1;
}

process.exit(await main());
