/** Test files, and the seconds that each takes about: the longest begin first, so that none is left over at the end. */
type Durations = Readonly<Record<string, number>>;

/** Those that ask for a platform's own code: engines of connectors, validators and servers that are fetched or compiled. */
const PLATFORMS: Durations = {
  'test/connectors/make.test.ts': 99,
  'test/connectors/zapier.test.ts': 86,
  'test/connectors/n8n-runs.test.ts': 58,
  'test/plugins/pdf-tools/pdfa.test.ts': 54,
  'test/connectors/n8n-package.test.ts': 38,
  'test/connectors/n8n.test.ts': 35,
  'test/plugins/pdf-tools/pdfa-content.test.ts': 32,
  'test/connectors/zapier-runs.test.ts': 23,
  'test/connectors/clients.test.ts': 20,
  'test/connectors/n8n-items.test.ts': 20,
  'test/plugins/storage/s3.test.ts': 18,
  'test/connectors/zapier-cli.test.ts': 18,
  'test/plugins/pdf-tools/pdfa-fonts.test.ts': 15,
  'test/plugins/pdf-tools/pdfa-structure.test.ts': 10,
  'test/operator/commands.test.ts': 10,
  'test/deploy/deploy.test.ts': 10,
};

/** Those that take long by their nature: fairness under load, faults, hostile input in quantity, several processes. */
const LONG: Durations = {
  'test/process/process.test.ts': 134,
  'test/process/cluster.test.ts': 107,
  'test/plugins/pdf-tools/hostile.test.ts': 97,
  'test/process/quota.test.ts': 95,
  'test/process/faults.test.ts': 92,
  'test/plugins/rendering/abuse.test.ts': 64,
  'test/plugins/generation/test-or-live.test.ts': 48,
  'test/plugins/dashboard/browser.test.ts': 48,
  'test/process/rolling.test.ts': 46,
  'test/plugins/rendering/reused-pages.test.ts': 44,
  'test/plugins/rendering/floods.test.ts': 41,
  'test/fuzz/fuzz.test.ts': 39,
  'test/http/connections.test.ts': 38,
  'test/process/crash.test.ts': 34,
  'test/process/workers.test.ts': 34,
  'test/http/stall.test.ts': 31,
  'test/plugins/rendering/browser-memory.test.ts': 23,
  'test/http/raw-answers.test.ts': 23,
  'test/db/embedded.test.ts': 22,
  'test/plugins/pdf-tools/turns.test.ts': 21,
  'test/process/signals.test.ts': 20,
  'test/plugins/generation/quota-races.test.ts': 16,
  'test/plugins/generation/deterministic-starters.test.ts': 16,
  'test/process/zones.test.ts': 15,
  'test/plugins/rendering/neighbours.test.ts': 12,
  'test/plugins/webhooks/turns.test.ts': 12,
  'test/plugins/rendering/own-document-load.test.ts': 11,
  'test/plugins/batches/fairness.test.ts': 10,
  'test/process/traces.test.ts': 10,
  'test/plugins/accounts/sign-in-turns.test.ts': 10,
  'test/plugins/generation/quota-histories.test.ts': 10,
  'test/plugins/pdf-tools/acceptance.test.ts': 10,
  'test/plugins/rendering/upstream.test.ts': 10,
  'test/plugins/templates/bounded-history.test.ts': 10,
};

/** Test files of wall time, ratios and resident memory, which a busy machine decides: they run one at a time, and gate nothing. */
const isTiming = (file: string): boolean => file.endsWith('.timing.test.ts');

const TIERS: Readonly<Record<string, (known: readonly string[]) => Durations>> = {
  long: () => LONG,
  platforms: () => PLATFORMS,
  timing: (known) => Object.fromEntries(known.filter(isTiming).map((file) => [file, 0])),
};

/**
 * The test files of tiers, in the order in which they begin; without any those of `npm test`, which are in no other.
 * @throws Error for a tier that does not exist, and when a tier names a file that does not
 */
export function filesOf(tiers: readonly string[], known: readonly string[]): readonly string[] {
  const elsewhere: Durations = { ...PLATFORMS, ...LONG };
  const missing = Object.keys(elsewhere).find((file) => !known.includes(file));
  if (missing !== undefined) throw new Error(`test/tiers.ts names ${missing}, which does not exist`);
  if (tiers.length === 0) return known.filter((file) => !Object.hasOwn(elsewhere, file) && !isTiming(file));
  return tiers
    .flatMap((tier) => {
      const filesOfTier = TIERS[tier];
      if (filesOfTier === undefined) throw new Error(`there is no tier ${tier}; there are ${Object.keys(TIERS).join(', ')}`);
      return Object.entries(filesOfTier(known));
    })
    .sort(([, a], [, b]) => b - a)
    .map(([file]) => file);
}
