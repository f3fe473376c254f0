import { runChaos } from './run-chaos.ts';

const SEEDS = 5;

/** Five seeds in a row, or those of the command line. */
async function main(): Promise<void> {
  const given = process.argv.slice(2).map(Number);
  const seeds = given.length > 0 ? given : Array.from({ length: SEEDS }, () => Math.floor(Math.random() * 2 ** 31));
  for (const seed of seeds) {
    const { seconds, kills, webhooks, repeated } = await runChaos(seed);
    console.log(
      `seed ${String(seed)}: whole after ${seconds.toFixed(1)} s; killed ${kills.join(', ')}; ` +
        `${String(repeated)} items begun more than once, ${String(webhooks)} webhook posts under one id`,
    );
  }
}

await main();
process.exit(0);
