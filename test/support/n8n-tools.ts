import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE } from './n8n-engine.ts';
import { cachedPackages, copyManifest, hashOf, npmCi } from './npm.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

const CONNECTOR = join(import.meta.dirname, '../../connectors/n8n');
/** What the connectors share lies beside them. */
const SHARED = join(CONNECTOR, '../api.d.ts');

const TOOLS = cachedPackages('n8n-tools', CONNECTOR);

/** What the connector is built with, n8n's own tools among it, once a version of its lockfile. */
export const prepareN8nTools = preparation({
  name: "n8n's tools (640 MB)",
  limitMinutes: 15,
  ...cachedIn(TOOLS, (fresh, run) => {
    copyManifest(CONNECTOR, fresh);
    return npmCi(run, fresh);
  }),
});

const isSource = (path: string): boolean => !/\/n8n\/(node_modules|dist)(\/|$)/.test(path);

/** A copy of the connector's sources where n8n's tools are found; whoever asks for it removes it. */
export function copyConnector(): string {
  const copy = join(prepared(TOOLS), `package-${String(process.pid)}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(SHARED, join(TOOLS, 'api.d.ts'));
  cpSync(CONNECTOR, copy, { recursive: true, filter: isSource });
  return copy;
}

const sources = globSync('**/*', { cwd: CONNECTOR, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' || name === 'dist' })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort();
/** Within the engine, whose modules it takes as it does in n8n. */
const BUILT = join(ENGINE, `built-${hashOf([SHARED, ...sources])}`);

/** The connector as its tools build it, once for all test files that only run it. */
export const prepareN8nConnector = preparation({
  name: 'the n8n connector',
  limitMinutes: 5,
  ...cachedIn(BUILT, async (fresh, run) => {
    const copy = copyConnector();
    await run('npm', ['run', 'build'], { cwd: copy });
    cpSync(copy, fresh, { recursive: true });
    rmSync(copy, { recursive: true });
  }),
});

/** The folder of n8n's engine, and that of the built connector in it. */
export const builtConnector = (): { readonly engine: string; readonly connector: string } => ({
  engine: prepared(ENGINE),
  connector: prepared(BUILT),
});
