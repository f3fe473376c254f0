import assert from 'node:assert/strict';
import { finished, submit } from '../support/batches.ts';
import type { Caller } from '../support/caller.ts';
import { Cluster } from '../support/cluster.ts';
import { type Usage, usageOf } from '../support/processes.ts';
import { DOCUMENTS } from '../bench/documents.ts';

const CALLERS = 4;
const SAMPLE_MS = 2000;
const BATCH_ITEMS = 20;
/** Descriptors come and go with connections. */
const SPARE_DESCRIPTORS = 20;
const NAMES = ['web 0', 'worker 0'] as const;

export interface SoakOptions {
  readonly documents: number;
  readonly seconds: number;
  /** Of memory after the warm-up, such as 0.1 for a tenth. */
  readonly mostGrowth: number;
}

interface Sample {
  readonly documents: number;
  readonly usage: Readonly<Record<string, Usage>>;
}

export interface SoakReport {
  readonly documents: number;
  readonly seconds: number;
  /** Of each process: memory early and late, in MiB, and the ratio. */
  readonly rows: readonly { readonly what: string; readonly early: number; readonly late: number; readonly ratio: number }[];
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** One step of the load, of every kind in turn; how many documents it made. */
async function step(caller: Caller, n: number, template: string, pdf: string): Promise<number> {
  switch (n % 8) {
    case 0: {
      const items = Array.from({ length: BATCH_ITEMS }, (_, i) => ({ html: `<p>${String(n)} ${String(i)}` }));
      const { batch_id } = await submit(caller, { items });
      assert.equal((await finished(caller, batch_id, 120_000)).completed, BATCH_ITEMS);
      return BATCH_ITEMS;
    }
    case 1:
      await caller.generate({ template, data: { name: `Nr. ${String(n)}` } });
      return 1;
    case 2:
      await caller.generate({ html: `<script>document.title = ${String(n)}</script><p>scripted` });
      return 1;
    case 3:
      await caller.generate({ react: `export default () => <h1>${String(n)}</h1>` });
      return 1;
    case 4: {
      const { status } = await caller.send('POST', '/v1/pdf/split', { pdf });
      assert.equal(status, 200);
      await caller.generate({ html: DOCUMENTS.invoice.html });
      return 1;
    }
    default:
      await caller.generate({ html: n % 2 === 0 ? DOCUMENTS.hello.html : DOCUMENTS.invoice.html });
      return 1;
  }
}

/**
 * A web and a worker process under an even load for a while; asserts that their memory and that of their browsers stays
 * flat after a fifth of the documents, that descriptors are given back, and that no process is left.
 */
export async function runSoak({ documents, seconds, mostGrowth }: SoakOptions, tell: (line: string) => void): Promise<SoakReport> {
  const plans = { enterprise: { requestsPerSecond: 1000, documentsPerMonth: null } };
  const cluster = await Cluster.start({ ownDatabase: true, workers: 1, redis: false, plugins: { limits: { config: { plans } } } });
  const samples: Sample[] = [];
  let made = 0;
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  const sample = (): void => {
    samples.push({ documents: made, usage: Object.fromEntries(NAMES.map((name) => [name, usageOf(cluster.pidOf(name))])) });
  };
  try {
    for (const name of NAMES) await cluster.ready(name);
    const caller = await cluster.account();
    const { body } = await caller.send<{ id: string }>('POST', '/v1/templates', { name: 'Soak', html_content: '<h1>{{name}}</h1>' });
    const printed = await caller.raw('POST', '/v1/generate', { body: { html: '<p>a' }, headers: { accept: 'application/pdf' } });
    const pdf = Buffer.from(await printed.arrayBuffer()).toString('base64');
    const timer = setInterval(() => {
      sample();
      if (samples.length % 15 === 0) tell(`${String(made)} documents after ${elapsed().toFixed(0)} s`);
    }, SAMPLE_MS);
    let n = 0;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (made < documents) {
          const ahead = (made / documents) * seconds - elapsed();
          if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead * 1000));
          else made += await step(caller, n++, body.id, pdf);
        }
      }),
    ).finally(() => {
      clearInterval(timer);
    });
    const rows = judge(samples, documents, mostGrowth);
    return { documents: made, seconds: elapsed(), rows };
  } finally {
    await cluster.stop();
  }
}

function judge(samples: readonly Sample[], documents: number, mostGrowth: number): SoakReport['rows'] {
  const warm = samples.filter((sample) => sample.documents > documents / 5);
  const third = Math.floor(warm.length / 3);
  assert.ok(third >= 3, 'too few samples to judge by');
  const [early, late] = [warm.slice(0, third), warm.slice(-third)];
  const rows: SoakReport['rows'][number][] = [];
  for (const name of NAMES) {
    const of = (some: readonly Sample[], field: keyof Usage): number => median(some.map(({ usage }) => usage[name]?.[field] ?? NaN));
    for (const field of ['own', 'browsers'] as const) {
      const row = {
        what: `${name}: ${field === 'own' ? 'Node' : 'browsers'}`,
        early: of(early, field) / 2 ** 20,
        late: of(late, field) / 2 ** 20,
      };
      rows.push({ ...row, ratio: row.late / row.early });
    }
    assert.ok(
      of(late, 'descriptors') <= of(early, 'descriptors') + SPARE_DESCRIPTORS,
      `${name} keeps descriptors: ${String(of(late, 'descriptors'))}`,
    );
    const zombies = late.map(({ usage }) => usage[name]?.zombies ?? 0);
    assert.ok(Math.min(...zombies) === 0, `${name} has a zombie that stays`);
    assert.ok(of(late, 'processes') <= of(early, 'processes') + 2, `${name} gathers processes: ${String(of(late, 'processes'))}`);
  }
  for (const { what, ratio } of rows)
    assert.ok(ratio <= 1 + mostGrowth, `${what} grew by ${((ratio - 1) * 100).toFixed(0)} %: ${JSON.stringify(rows)}`);
  return rows;
}
