import { runSoak } from './run-soak.ts';

/** `npm run soak [minutes] [documents]`: 20 minutes and 10,000 documents when nothing is said. */
async function main([minutes = '20', documents = '10000']: readonly string[]): Promise<void> {
  const report = await runSoak({ seconds: Number(minutes) * 60, documents: Number(documents), mostGrowth: 0.1 }, (line) => {
    console.log(line);
  });
  console.log(
    `${String(report.documents)} documents in ${report.seconds.toFixed(0)} s\n\n| Process | Early (MiB) | Late (MiB) | Late / early |\n|---|---|---|---|`,
  );
  for (const { what, early, late, ratio } of report.rows)
    console.log(`| ${what} | ${early.toFixed(0)} | ${late.toFixed(0)} | ${ratio.toFixed(2)} |`);
}

await main(process.argv.slice(2));
process.exit(0);
