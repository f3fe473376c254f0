import { appendFileSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Caller } from '../support/caller.ts';
import { startHub } from '../support/hub.ts';
import { startMongo, temporaryFolder } from '../support/services.ts';
import { prepareVeraPdf, VeraPdf } from '../support/vera-pdf.ts';
import { type CorpusFile, fetchCorpus } from './fetch.ts';
import { PACKAGES } from './packages.ts';
import { type Outcome, type Trial, tryFile } from './try-file.ts';

const AT_ONCE = 2;
const OUTCOMES: readonly Outcome[] = ['right', 'refused', 'slow', 'wrong', 'fault'];

/**
 * `npm run corpus`: every PDF tool on PDFs that others made, judged by others' programs. `--only TEXT` takes files whose name
 * has the text, `--every N` each Nth, `--tools a,b` some tools; `--report FILE` writes a JSON line for each call, and
 * another where veraPDF disagrees with it. `--folder PATH` takes the PDFs below a folder instead of those of registries. Status 1
 * when a call was a fault, or what it claims or kept is not so.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
      tools: { type: 'string', default: '' },
      report: { type: 'string' },
      folder: { type: 'string' },
    },
  });
  await prepareVeraPdf();
  const files = (values.folder === undefined ? await fetchCorpus(PACKAGES) : filesBelow(values.folder))
    .filter(({ name }) => name.includes(values.only))
    .filter((_, i) => i % Number(values.every) === 0);
  console.log(`${String(files.length)} files`);
  if (values.report !== undefined) rmSync(values.report, { force: true });
  const trials = await tryAll(files, values.tools === '' ? [] : values.tools.split(','), (trial) => {
    if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(trial)}\n`);
    if (trial.outcome !== 'right' && trial.outcome !== 'refused')
      console.log(`${trial.outcome}: ${trial.tool} of ${trial.file}: ${trial.detail}`);
  });
  print(files.length, trials);
  return trials.some(({ outcome }) => outcome === 'fault' || outcome === 'wrong') ? 1 : 0;
}

const filesBelow = (folder: string): CorpusFile[] =>
  globSync('**/*.pdf', { cwd: folder })
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));

async function tryAll(files: readonly CorpusFile[], tools: readonly string[], onTrial: (trial: Trial) => void): Promise<Trial[]> {
  const folder = temporaryFolder('corpus');
  const kept = join(folder.path, 'kept');
  mkdirSync(kept);
  const mongo = await startMongo(join(folder.path, 'db'));
  process.env['PLATEN_SUITE_MONGO'] = mongo.url;
  const hub = await startHub({ plugins: { limits: false, 'pdf-tools': { config: { children: AT_ONCE + 1 } } } });
  try {
    const caller: Caller = await hub.account();
    const trials: Trial[] = [];
    const left = [...files];
    const work = async (): Promise<void> => {
      for (let file = left.shift(); file !== undefined; file = left.shift()) {
        const own = await tryFile(caller, file, kept, tools);
        own.forEach(onTrial);
        trials.push(...own);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const judged = await withVerdicts(trials);
    judged.filter((trial, i) => trial !== trials[i]).forEach(onTrial);
    return judged;
  } finally {
    await hub.stop();
    await mongo.stop();
    folder.remove();
  }
}

/** What veraPDF says of every file that was called PDF/A. */
async function withVerdicts(trials: readonly Trial[]): Promise<Trial[]> {
  const paths = trials.flatMap(({ kept }) => kept ?? []);
  const veraPdf = new VeraPdf();
  const said = await veraPdf.judge('1b', paths);
  veraPdf.close();
  const verdicts = new Map(paths.map((path, i) => [path, said[i]]));
  return trials.map((trial) => {
    const verdict = trial.kept === undefined ? 'valid' : (verdicts.get(trial.kept) ?? 'not judged');
    return verdict === 'valid' ? trial : { ...trial, outcome: 'wrong', detail: `veraPDF: ${verdict.slice(0, 300)}` };
  });
}

function print(files: number, trials: readonly Trial[]): void {
  console.log(`\n| Tool | ${OUTCOMES.join(' | ')} |\n|---|${OUTCOMES.map(() => '---').join('|')}|`);
  for (const tool of new Set(trials.map((trial) => trial.tool))) {
    const own = trials.filter((trial) => trial.tool === tool);
    console.log(`| ${tool} | ${OUTCOMES.map((outcome) => String(own.filter((trial) => trial.outcome === outcome).length)).join(' | ')} |`);
  }
  const archived = trials.filter(({ tool, status }) => tool === 'pdfa' && status === 200);
  const sum = (valueOf: (trial: Trial) => number): number => archived.reduce((total, trial) => total + valueOf(trial), 0);
  const [pages, pictures] = [sum((trial) => trial.pages ?? 0), sum((trial) => trial.pictures ?? 0)];
  const invalid = archived.filter(({ detail }) => detail.startsWith('veraPDF')).length;
  const [before, after] = [0, 1].map((i) => sum(({ bytes }) => bytes?.[i] ?? 0) / 1e6) as [number, number];
  const ink = archived.flatMap((trial) => trial.ink ?? []).sort((a, b) => a - b);
  const quantile = (share: number): string => (ink[Math.min(ink.length - 1, Math.floor(ink.length * share))] ?? NaN).toFixed(2);
  const filled = trials.filter(({ tool, status }) => tool === 'fill' && status === 200);
  console.log(
    `\n${String(files)} files. PDF/A: ${String(archived.length)}, of which veraPDF calls ${String(invalid)} invalid; ${String(pictures)} of ${String(pages)} pages are pictures; ${before.toFixed(0)} MB became ${after.toFixed(0)} MB.`,
  );
  console.log(
    `Ink of ${String(ink.length)} pictures, as shares of the source's: ${[0, 0.1, 0.5, 0.9, 1].map(quantile).join(', ')} (least, quantiles of 10, 50 and 90 %, most).`,
  );
  console.log(
    `Filled with the values they had: ${String(filled.length)}, of which ${String(filled.filter((trial) => (trial.changedPixels ?? 0) > 0).length)} look different.`,
  );
}

process.exit(await main()); // the compiler of React sources keeps a process of its own
