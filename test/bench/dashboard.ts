import { Visitor } from '../support/visitor.ts';
import { fillHistory, openDatabase } from './history.ts';
import { agent, folder, startPlaten } from './peers.ts';

const DOCUMENTS = 10_000;
const ROUNDS = 15;
const PATHS = [
  '',
  '/history',
  '/history?status=failed',
  '/batches',
  '/templates',
  '/starters',
  '/marketplace',
  '/keys',
  '/webhooks',
  '/reference',
];

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Every list of the dashboard, from the server, over a history of ten thousand documents; the baseline is the account page. */
export async function benchDashboard(): Promise<void> {
  const { child, origin, signInLink } = await startPlaten();
  try {
    const { database, name } = await openDatabase();
    await fillHistory(database, DOCUMENTS);
    await database.close();
    const visitor = new Visitor({ url: origin, command: () => Promise.reject(new Error('the link is known already')) });
    await visitor.enterBy(signInLink);
    const time = async (path: string): Promise<number> => {
      const started = performance.now();
      await visitor.open(path);
      return performance.now() - started;
    };
    console.log(
      `\n### Dashboard, ${String(DOCUMENTS)} documents (${name})\n\n| Page | First (ms) | Median (ms) | Median / account page |\n|---|---|---|---|`,
    );
    for (const path of PATHS) {
      const first = await time(`/dashboard${path}`);
      const [ours, base]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        base.push(await time('/dashboard/account'));
        ours.push(await time(`/dashboard${path}`));
      }
      const ratio = median(ours) / median(base);
      console.log(`| ${path === '' ? 'overview' : path} | ${first.toFixed(0)} | ${median(ours).toFixed(0)} | ${ratio.toFixed(2)} |`);
    }
  } finally {
    child.kill('SIGTERM');
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    folder.remove();
  }
}
