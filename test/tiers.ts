/** Seconds that a test file takes about, and how many of a processor it uses meanwhile. */
type Cost = readonly [seconds: number, computing: number];
type Costs = Readonly<Record<string, Cost>>;

/** Those of `npm test` that take longest. */
const BEHAVIOUR: Costs = {
  'test/plugins/rendering/finished.test.ts': [58, 30],
  'test/disabled.test.ts': [55, 25],
  'test/idempotency/idempotency.test.ts': [50, 7],
  'test/plugins/pdf-tools/forms.test.ts': [46, 25],
  'test/plugins/dashboard/sign-in.test.ts': [50, 26],
  'test/plugins/previews/pictures.test.ts': [30, 9],
  'test/plugins/studio/browser.test.ts': [36, 18],
  'test/plugins/pdf-tools/bytes.test.ts': [26, 11],
  'test/plugins/rendering/egress.test.ts': [24, 9],
  'test/plugins/rendering/wrong-print.test.ts': [28, 8],
  'test/jobs/queue.test.ts': [24, 7],
  'test/plugins/webhooks/webhooks.test.ts': [46, 14],
  'test/plugins/rendering/react.test.ts': [22, 15],
  'test/http/metrics.test.ts': [19, 7],
  'test/plugins/batches/batch.test.ts': [32, 14],
  'test/plugins/starters/starters.test.ts': [34, 18],
  'test/plugins/storage/unavailable.test.ts': [17, 2],
  'test/plugins/webhooks/answers.test.ts': [16, 3],
  'test/plugins/rendering/true-size.test.ts': [18, 12],
  'test/plugins/rendering/codes.test.ts': [16, 9],
  'test/plugins/rendering/text-as-text.test.ts': [15, 9],
  'test/http/examples.test.ts': [15, 5],
  'test/plugins/limits/plan-limits.test.ts': [15, 6],
  'test/plugins/rendering/named-elements.test.ts': [14, 9],
  'test/plugins/dashboard/operator.test.ts': [14, 4],
  'test/plugins/pdf-tools/signatures.test.ts': [13, 10],
  'test/plugins/integrations/integrations.test.ts': [13, 4],
  'test/operator/archives.test.ts': [20, 8],
  'test/idempotency/shared.test.ts': [12, 3],
  'test/plugins/limits/limits.test.ts': [16, 7],
  'test/plugins/dashboard/pages.test.ts': [15, 7],
  'test/plugins/rendering/unprintable.test.ts': [14, 8],
  'test/plugins/request-log/request-log.test.ts': [13, 7],
  'test/plugins/pdf-tools/pdf-tools.test.ts': [13, 8],
  'test/plugins/rendering/isolation.test.ts': [12, 7],
  'test/plugins/rendering/page-rules.test.ts': [12, 7],
  'test/plugins/rendering/own-document.test.ts': [12, 7],
  'test/plugins/ai/ai.test.ts': [11, 5],
  'test/plugins/generation/web-pages.test.ts': [11, 6],
  'test/plugins/rendering/text-layout.test.ts': [11, 7],
  'test/plugins/rendering/fonts.test.ts': [11, 6],
  'test/plugins/pdf-tools/passwords.test.ts': [11, 7],
  'test/plugins/pdf-tools/cross-reference.test.ts': [10, 7],
  'test/plugins/webhooks/hook-of-one.test.ts': [10, 3],
  'test/idempotency/kept-replies.test.ts': [7, 3],
  'test/db/download.test.ts': [6, 1],
  'test/http/resolver.test.ts': [5, 1],
};

/** Those that ask for a platform's own code: engines of connectors, validators and servers that are fetched or compiled. */
const PLATFORMS: Costs = {
  'test/connectors/make.test.ts': [99, 27],
  'test/connectors/zapier.test.ts': [86, 14],
  'test/connectors/n8n-runs.test.ts': [58, 11],
  'test/plugins/pdf-tools/pdfa.test.ts': [54, 42],
  'test/connectors/n8n-package.test.ts': [38, 30],
  'test/connectors/n8n.test.ts': [35, 10],
  'test/plugins/pdf-tools/pdfa-content.test.ts': [32, 20],
  'test/connectors/zapier-runs.test.ts': [23, 8],
  'test/connectors/clients.test.ts': [20, 13],
  'test/connectors/n8n-items.test.ts': [20, 4],
  'test/plugins/storage/s3.test.ts': [18, 13],
  'test/connectors/zapier-cli.test.ts': [18, 10],
  'test/plugins/pdf-tools/pdfa-fonts.test.ts': [15, 5],
  'test/plugins/pdf-tools/pdfa-structure.test.ts': [10, 2],
  'test/operator/commands.test.ts': [10, 7],
  'test/deploy/deploy.test.ts': [10, 2],
};

/** Those that take long by their nature: fairness under load, faults, hostile input in quantity, several processes. */
const LONG: Costs = {
  'test/process/process.test.ts': [150, 65],
  'test/process/cluster.test.ts': [107, 65],
  'test/plugins/pdf-tools/hostile.test.ts': [87, 62],
  'test/process/quota.test.ts': [95, 16],
  'test/process/faults.test.ts': [92, 22],
  'test/plugins/rendering/abuse.test.ts': [64, 35],
  'test/plugins/pdf-tools/turns.test.ts': [82, 14],
  'test/plugins/generation/test-or-live.test.ts': [48, 23],
  'test/plugins/dashboard/browser.test.ts': [48, 60],
  'test/process/rolling.test.ts': [46, 40],
  'test/plugins/rendering/reused-pages.test.ts': [28, 20],
  'test/plugins/rendering/floods.test.ts': [41, 35],
  'test/fuzz/fuzz.test.ts': [46, 22],
  'test/http/connections.test.ts': [38, 2],
  'test/process/crash.test.ts': [34, 14],
  'test/process/workers.test.ts': [34, 13],
  'test/process/signals.test.ts': [40, 16],
  'test/http/stall.test.ts': [31, 25],
  'test/plugins/rendering/browser-memory.test.ts': [23, 18],
  'test/http/raw-answers.test.ts': [23, 14],
  'test/plugins/rendering/own-document-load.test.ts': [20, 12],
  'test/db/embedded.test.ts': [36, 26],
  'test/plugins/generation/quota-races.test.ts': [16, 9],
  'test/plugins/generation/deterministic-starters.test.ts': [16, 14],
  'test/process/zones.test.ts': [15, 7],
  'test/plugins/rendering/neighbours.test.ts': [12, 9],
  'test/plugins/webhooks/turns.test.ts': [12, 4],
  'test/plugins/batches/fairness.test.ts': [10, 7],
  'test/process/traces.test.ts': [10, 7],
  'test/plugins/accounts/sign-in-turns.test.ts': [10, 4],
  'test/plugins/generation/quota-histories.test.ts': [10, 4],
  'test/plugins/pdf-tools/acceptance.test.ts': [10, 2],
  'test/plugins/rendering/upstream.test.ts': [10, 6],
  'test/plugins/templates/bounded-history.test.ts': [10, 1],
};

/** Test files of wall time, ratios and resident memory, which a busy machine decides: they run one at a time, and gate nothing. */
const isTiming = (file: string): boolean => file.endsWith('.timing.test.ts');

/** Of a file that is in no table. */
const USUAL: Cost = [4, 3];

const ELSEWHERE: Costs = { ...PLATFORMS, ...LONG };
const TIERS: Readonly<Record<string, (known: readonly string[]) => readonly string[]>> = {
  behaviour: (known) => known.filter((file) => !Object.hasOwn(ELSEWHERE, file) && !isTiming(file)),
  long: () => Object.keys(LONG),
  platforms: () => Object.keys(PLATFORMS),
  timing: (known) => known.filter(isTiming),
};

/**
 * The test files of tiers, in the order in which they begin.
 * @throws Error for a tier that does not exist, and when a table names a file that does not
 */
export function filesOf(tiers: readonly string[], known: readonly string[]): readonly string[] {
  const costs: Costs = { ...BEHAVIOUR, ...ELSEWHERE };
  const missing = Object.keys(costs).find((file) => !known.includes(file));
  if (missing !== undefined) throw new Error(`test/tiers.ts names ${missing}, which does not exist`);
  const files = tiers.flatMap((tier) => {
    const filesOfTier = TIERS[tier];
    if (filesOfTier === undefined) throw new Error(`there is no tier ${tier}; there are ${Object.keys(TIERS).join(', ')}`);
    return filesOfTier(known);
  });
  return inOrder(files.map((file): Planned => [file, costs[file] ?? USUAL]));
}

/** The share of a run after which no file begins that mostly waits. */
const LAST_WAITING = 0.9;

type Planned = readonly [file: string, cost: Cost];

/**
 * The longest first, so that none is left over at the end, and those that mostly wait spread among those that compute, so
 * that the processors always have work.
 */
function inOrder(planned: readonly Planned[]): readonly string[] {
  const waits = ([, [seconds, computing]]: Planned): boolean => computing < seconds / 2;
  const computes = (one: Planned): boolean => !waits(one);
  // Than one processor: the first files start much that waits.
  const usesMore = ([seconds, computing]: Cost): boolean => computing > seconds;
  const startsOf = (group: readonly Planned[], last: number): { file: string; share: number }[] => {
    const total = group.reduce((sum, [, [seconds]]) => sum + seconds, 0);
    let before = 0;
    return group
      .toSorted(([, a], [, b]) => Number(usesMore(b)) - Number(usesMore(a)) || b[0] - a[0])
      .map(([file, [seconds]]) => {
        const share = (before / total) * last;
        before += seconds;
        return { file, share };
      });
  };
  return [...startsOf(planned.filter(waits), LAST_WAITING), ...startsOf(planned.filter(computes), 1)]
    .sort((a, b) => a.share - b.share)
    .map(({ file }) => file);
}
