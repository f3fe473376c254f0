import { prepareClientGenerators } from './support/client-generators.ts';
import { prepareComposeSchema } from './support/compose-schema.ts';
import { prepareN8nEngine } from './support/n8n-engine.ts';
import { preparePythonTools } from './support/python-tools.ts';
import { prepareS3Server } from './support/s3.ts';
import { prepareVeraPdf } from './support/vera-pdf.ts';
import { prepareZapier, prepareZapierCli } from './support/zapier-packages.ts';

interface Preparing {
  readonly prepare: () => Promise<void>;
  /** Test files that cannot do without it. */
  readonly files: readonly string[];
}

/**
 * What is fetched or compiled before the first test. The lanes run beside each other, one thing after the other in each:
 * one lane compiles while the other waits for the network, and a package manager's cache is used by one process at a time.
 */
const LANES: readonly (readonly Preparing[])[] = [
  [
    { prepare: prepareS3Server, files: ['test/operator/commands.test.ts', 'test/plugins/storage/s3.test.ts'] },
    { prepare: prepareComposeSchema, files: ['test/deploy/deploy.test.ts'] },
  ],
  [
    { prepare: prepareVeraPdf, files: ['test/plugins/pdf-tools/pdfa.test.ts', 'test/plugins/pdf-tools/pdfa-fonts.test.ts'] },
    {
      prepare: prepareN8nEngine,
      files: ['test/connectors/n8n.test.ts', 'test/connectors/n8n-items.test.ts', 'test/connectors/n8n-runs.test.ts'],
    },
    {
      prepare: prepareZapier,
      files: ['test/connectors/zapier.test.ts', 'test/connectors/zapier-runs.test.ts', 'test/connectors/zapier-cli.test.ts'],
    },
    { prepare: prepareZapierCli, files: ['test/connectors/zapier-cli.test.ts'] },
    { prepare: preparePythonTools, files: ['test/deploy/deploy.test.ts'] },
    { prepare: prepareClientGenerators, files: ['test/connectors/clients.test.ts'] },
  ],
];

/**
 * Prepares what these test files need.
 * @param known every test file of the suite
 */
export async function prepareFor(chosen: readonly string[], known: readonly string[]): Promise<void> {
  for (const { files } of LANES.flat()) {
    const missing = files.find((file) => !known.includes(file));
    if (missing !== undefined) throw new Error(`test/preparations.ts names ${missing}, which does not exist`);
  }
  const outcomes = await Promise.allSettled(
    LANES.map(async (lane) => {
      for (const { prepare, files } of lane) if (files.some((file) => chosen.includes(file))) await prepare();
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
