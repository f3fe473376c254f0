import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareClientGenerators } from './support/client-generators.ts';
import { prepareComposeSchema } from './support/compose-schema.ts';
import { prepareN8nEngine } from './support/n8n-engine.ts';
import { prepareN8nConnector, prepareN8nTools } from './support/n8n-tools.ts';
import { preparePythonTools } from './support/python-tools.ts';
import { prepareS3Server } from './support/s3-package.ts';
import { prepareVeraPdf } from './support/vera-pdf.ts';
import { prepareZapier, prepareZapierCli } from './support/zapier-packages.ts';

interface Preparing {
  readonly prepare: () => Promise<void>;
  /** Test files with this name cannot do without it. */
  readonly usedBy: string;
}

/**
 * What is fetched or compiled before the first test. The lanes run beside each other, one thing after the other in each:
 * one lane compiles while the other waits for the network, and a package manager's cache is used by one process at a time.
 */
const LANES: readonly (readonly Preparing[])[] = [
  [
    { prepare: prepareVeraPdf, usedBy: 'VeraPdf' },
    { prepare: prepareS3Server, usedBy: 'S3Server' },
    { prepare: prepareComposeSchema, usedBy: 'composeSchema' },
  ],
  [
    { prepare: prepareN8nEngine, usedBy: 'n8n-engine.ts' },
    { prepare: prepareN8nTools, usedBy: 'n8n-tools.ts' },
    { prepare: prepareN8nConnector, usedBy: 'builtConnector' },
    { prepare: prepareZapier, usedBy: 'zapier-packages.ts' },
    { prepare: prepareZapierCli, usedBy: 'zapierCli' },
    { prepare: preparePythonTools, usedBy: 'pythonTools' },
    { prepare: prepareClientGenerators, usedBy: 'clientGenerators' },
  ],
];

/** Prepares what these test files use. */
export async function prepareFor(files: readonly string[]): Promise<void> {
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
  const outcomes = await Promise.allSettled(
    LANES.map(async (lane) => {
      for (const { prepare, usedBy } of lane) if (texts.some((text) => text.includes(usedBy))) await prepare();
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
