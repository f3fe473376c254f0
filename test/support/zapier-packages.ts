import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bunInstallOf } from './bun.ts';
import { cachedPackages, npmCi } from './npm.ts';
import { cachedIn, preparation, prepared } from './preparation.ts';

export const ZAPIER = join(import.meta.dirname, '../../connectors/zapier');
const INSTALLED = join(ZAPIER, 'node_modules/.package-lock.json');

/** The packages of Zapier's connector, where they are missing or older than its lockfile. */
export const prepareZapier = preparation({
  name: 'the packages of connectors/zapier',
  limitMinutes: 10,
  isReady: () => existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(join(ZAPIER, 'package-lock.json')).mtimeMs,
  make: (run) => npmCi(run, ZAPIER),
});

export type Item = Record<string, unknown> & { readonly id: string };
export type Perform = (z: unknown, bundle: unknown) => Promise<unknown>;
const CLI = join(import.meta.dirname, '../connectors/zapier-cli');
const CLI_FOLDER = cachedPackages('zapier-cli', CLI);

/** Zapier's command line, which builds and validates apps. */
export const prepareZapierCli = preparation({
  name: "Zapier's command line (220 MB)",
  limitMinutes: 10,
  ...cachedIn(CLI_FOLDER, (fresh, run) => bunInstallOf(run, CLI, fresh)),
});

export const zapierCli = (): string => join(prepared(CLI_FOLDER), 'node_modules/.bin/zapier-platform');

export interface Operation {
  readonly perform: Perform;
  readonly performList: Perform;
  readonly performSubscribe: Perform;
  readonly performUnsubscribe: Perform;
  readonly performResume: Perform;
  readonly inputFields: unknown;
  readonly sample: object;
}
export type Part = Record<string, { readonly operation: Operation }>;
export interface App {
  readonly triggers: Part;
  readonly creates: Part;
  readonly searches: Part;
  readonly authentication: { readonly test: Perform };
  readonly hydrators: Record<string, Perform>;
}
export type Tester = (method: unknown, bundle?: object, clearZcache?: boolean) => Promise<unknown>;
export interface Core {
  createAppTester(app: App): Tester;
  createAppHandler(app: App): (event: object) => Promise<{ results: unknown }>;
}

/** Where nobody is. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * Zapier's own core, of the connector's packages.
 * @param store the address of what stands in for Zapier's store of files
 */
export function core(store = NOWHERE): Core {
  process.env['ZAPIER_BASE_ENDPOINT'] = store;
  process.env['ZAPIER_DEPLOY_KEY'] = 'test';
  const load = createRequire(join(ZAPIER, 'package.json'));
  // It reads the address when it is loaded, which another test file in this process may have done.
  for (const path of Object.keys(load.cache)) {
    if (path.includes('/zapier-platform-core/')) Reflect.deleteProperty(load.cache, path);
  }
  return load('zapier-platform-core') as Core;
}

export const loadApp = async (): Promise<App> => ((await import(join(ZAPIER, 'src/index.ts'))) as { default: App }).default;
