import { join } from 'node:path';
import type { Logger } from 'pino';
import { ensurePrivateFolder } from '../../db/private-folder.ts';
import type { JobQueue } from '../contract/job.ts';
import type { Metrics } from '../contract/metrics.ts';
import type { ModelTypes, Models } from '../../db/model.ts';
import type { HubInfo } from '../contract/plugin.ts';
import type { Port, Ports, PortTypes } from '../contract/port.ts';
import { problemsAmong } from './collisions.ts';
import type { ComposedPlugin } from './composed-plugin.ts';
import type { PortContainer } from './container.ts';
import { GatheredExtensions } from './extensions.ts';
import { BootRefused } from './boot-refused.ts';
import type { LoadedPlugin } from './load.ts';

/** What the core hands to each plugin's `setup`. */
export interface CoreServices {
  readonly ports: PortContainer;
  readonly jobs: JobQueue;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly dataFolder: string;
  readonly publicUrl: () => string;
  readonly roles: HubInfo['roles'];
  modelsOf(models: Models): ModelTypes<Models>;
}

function resolvePorts(ports: Ports | undefined, container: PortContainer): PortTypes<Ports> {
  const resolved: Record<string, unknown> = {};
  for (const [key, port] of Object.entries(ports ?? {})) {
    if (container.has(port)) resolved[key] = container.get(port);
  }
  return resolved;
}

function hubInfo(name: string, core: CoreServices): HubInfo {
  const folder = join(core.dataFolder, name);
  return {
    get dataFolder() {
      ensurePrivateFolder(folder);
      return folder;
    },
    publicUrl: core.publicUrl,
    roles: core.roles,
  };
}

/** Runs each plugin's `setup` in order and binds the ports it returns. */
export async function composePlugins(ordered: readonly LoadedPlugin[], core: CoreServices): Promise<ComposedPlugin[]> {
  const composed: ComposedPlugin[] = [];
  const providers = new Map<symbol, string>();
  const extensions = new GatheredExtensions();
  for (const { plugin, config } of ordered) {
    const parts = await plugin.setup({
      config,
      deps: { ...resolvePorts(plugin.uses, core.ports), ...resolvePorts(plugin.requires, core.ports) },
      models: core.modelsOf(plugin.models ?? {}),
      extensions: extensions.readersOf(plugin.extensionPoints ?? {}),
      jobs: core.jobs,
      hub: hubInfo(plugin.name, core),
      metrics: core.metrics,
      log: core.log.child({ plugin: plugin.name }),
      clock: core.clock,
    });
    const provided = (parts.ports ?? {}) as Record<string, unknown>;
    for (const [key, port] of Object.entries<Port<unknown>>(plugin.provides ?? {})) {
      if (provided[key] === undefined) {
        throw new BootRefused('plugins cannot start', [`plugin ${plugin.name} declares port ${port.id} but did not return it`]);
      }
      core.ports.bind(port, () => provided[key]);
      providers.set(port.token, plugin.name);
    }
    const { name, version, summary, title = name, schemas = {}, events = {}, scopes = {}, idPrefixes = [] } = plugin;
    const extensionPoints = Object.values(plugin.extensionPoints ?? {});
    const taken = Object.values<Port<unknown>>({ ...plugin.uses, ...plugin.requires });
    const takesFrom = taken.flatMap(({ token }) => providers.get(token) ?? []);
    composed.push({ name, version, summary, title, schemas, events, scopes, idPrefixes, extensionPoints, config, parts, takesFrom });
  }
  extensions.gather(composed.flatMap(({ parts }) => parts.extensions ?? []));
  const problems = problemsAmong(composed);
  if (problems.length > 0) throw new BootRefused('plugins cannot start', problems);
  return composed;
}
