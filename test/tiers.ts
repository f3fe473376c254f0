/** Test files that ask for a platform's own code: engines of connectors, validators and servers that are fetched or compiled. The longest first, as in the next list. */
const PLATFORMS: readonly string[] = [
  'test/connectors/make.test.ts',
  'test/connectors/zapier.test.ts',
  'test/plugins/pdf-tools/pdfa.test.ts',
  'test/connectors/n8n-runs.test.ts',
  'test/connectors/n8n-package.test.ts',
  'test/connectors/n8n.test.ts',
  'test/plugins/pdf-tools/pdfa-content.test.ts',
  'test/connectors/clients.test.ts',
  'test/plugins/storage/s3.test.ts',
  'test/connectors/zapier-runs.test.ts',
  'test/connectors/zapier-cli.test.ts',
  'test/connectors/n8n-items.test.ts',
  'test/plugins/pdf-tools/pdfa-fonts.test.ts',
  'test/plugins/pdf-tools/pdfa-structure.test.ts',
  'test/operator/commands.test.ts',
  'test/deploy/deploy.test.ts',
];

/** Test files that take long by their nature: fairness under load, faults, hostile input in quantity, several processes. The longest first, so that none is left over at the end. */
const LONG: readonly string[] = [
  'test/process/process.test.ts',
  'test/process/cluster.test.ts',
  'test/plugins/pdf-tools/hostile.test.ts',
  'test/process/quota.test.ts',
  'test/process/faults.test.ts',
  'test/plugins/dashboard/browser.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/plugins/rendering/floods.test.ts',
  'test/plugins/rendering/abuse.test.ts',
  'test/process/rolling.test.ts',
  'test/process/crash.test.ts',
  'test/http/raw-answers.test.ts',
  'test/http/connections.test.ts',
  'test/plugins/rendering/browser-memory.test.ts',
  'test/db/embedded.test.ts',
  'test/http/stall.test.ts',
  'test/plugins/accounts/sign-in-turns.test.ts',
  'test/plugins/batches/fairness.test.ts',
  'test/plugins/generation/deterministic-starters.test.ts',
  'test/plugins/generation/quota-histories.test.ts',
  'test/plugins/generation/quota-races.test.ts',
  'test/plugins/generation/test-or-live.test.ts',
  'test/plugins/pdf-tools/acceptance.test.ts',
  'test/plugins/pdf-tools/turns.test.ts',
  'test/plugins/rendering/neighbours.test.ts',
  'test/plugins/rendering/own-document-load.test.ts',
  'test/plugins/rendering/reused-pages.test.ts',
  'test/plugins/rendering/upstream.test.ts',
  'test/plugins/templates/bounded-history.test.ts',
  'test/plugins/webhooks/turns.test.ts',
  'test/process/signals.test.ts',
  'test/process/traces.test.ts',
  'test/process/workers.test.ts',
  'test/process/zones.test.ts',
];

/** Test files of wall time, ratios and resident memory, which a busy machine decides: they run one at a time, and gate nothing. */
const isTiming = (file: string): boolean => file.endsWith('.timing.test.ts');

const TIERS: Readonly<Record<string, (known: readonly string[]) => readonly string[]>> = {
  long: () => LONG,
  platforms: () => PLATFORMS,
  timing: (known) => known.filter(isTiming),
};

/**
 * The test files of tiers, in their order; without any those of `npm test`, which are in no other.
 * @throws Error for a tier that does not exist, and when a tier names a file that does not
 */
export function filesOf(tiers: readonly string[], known: readonly string[]): readonly string[] {
  const missing = [...PLATFORMS, ...LONG].find((file) => !known.includes(file));
  if (missing !== undefined) throw new Error(`test/tiers.ts names ${missing}, which does not exist`);
  if (tiers.length === 0) return known.filter((file) => !PLATFORMS.includes(file) && !LONG.includes(file) && !isTiming(file));
  return tiers.flatMap((tier) => {
    const files = TIERS[tier];
    if (files === undefined) throw new Error(`there is no tier ${tier}; there are ${Object.keys(TIERS).join(', ')}`);
    return files(known);
  });
}
