import { join } from 'node:path';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { ensurePrivateFolder } from '../../db/private-folder.ts';
import type { EventSpec } from '../contract/event.ts';
import type { JobQueue } from '../contract/job.ts';
import type { Metrics } from '../contract/metrics.ts';
import type { ModelTypes, Models } from '../../db/model.ts';
import type { CommonParts, HubInfo } from '../contract/plugin.ts';
import type { Port, Ports, PortTypes } from '../contract/port.ts';
import type { PortContainer } from './container.ts';
import { BootRefused, type LoadedPlugin } from './load.ts';

export interface ComposedPlugin {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  /** The tag of its routes in `/openapi.json`. */
  readonly title: string;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly events: Readonly<Record<string, EventSpec>>;
  /** Checked, with defaults. */
  readonly config: unknown;
  readonly idPrefixes: readonly string[];
  readonly parts: CommonParts;
}

/** What the core hands to each plugin's `setup`. */
export interface CoreServices {
  readonly ports: PortContainer;
  readonly jobs: JobQueue;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly dataFolder: string;
  readonly publicUrl: () => string;
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
  };
}

/** Runs each plugin's `setup` in order and binds the ports it returns. */
export async function composePlugins(ordered: readonly LoadedPlugin[], core: CoreServices): Promise<ComposedPlugin[]> {
  const composed: ComposedPlugin[] = [];
  for (const { plugin, config } of ordered) {
    const parts = await plugin.setup({
      config,
      deps: { ...resolvePorts(plugin.uses, core.ports), ...resolvePorts(plugin.requires, core.ports) },
      models: core.modelsOf(plugin.models ?? {}),
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
    }
    const { name, version, summary, title = name, schemas = {}, events = {}, idPrefixes = [] } = plugin;
    composed.push({ name, version, summary, title, schemas, events, idPrefixes, config, parts });
  }
  refuseCollisions(composed);
  return composed;
}

/**
 * No two plugins may share a route, a job, a page, a command, an id prefix, or a name in the API's description; job names begin
 * with their plugin's name.
 */
function refuseCollisions(composed: readonly ComposedPlugin[]): void {
  const owners = new Map([['schema Error', 'the hub']]);
  const problems: string[] = [];
  const claim = (what: string, plugin: string): void => {
    const other = owners.get(what);
    if (other !== undefined) problems.push(`${what} is declared by ${other} and ${plugin}; disable one of them`);
    owners.set(what, plugin);
  };
  // The core's own: every request has an id.
  claim('id prefix req', 'the core');
  for (const { name, title, schemas, events, idPrefixes, parts } of composed) {
    for (const prefix of idPrefixes) claim(`id prefix ${prefix}`, name);
    claim(`title ${title}`, name);
    for (const schema of Object.keys(schemas)) claim(`schema ${schema}`, name);
    for (const event of Object.keys(events)) claim(`event ${event}`, name);
    for (const route of parts.routes ?? []) {
      claim(`route ${route.method.toUpperCase()} ${route.path.replace(/:[^/]+/g, ':param')}`, name);
    }
    for (const page of [...(parts.pages ?? []), ...(parts.pageFiles ?? [])]) claim(`page ${page.path}`, name);
    for (const api of parts.sessionApis ?? []) claim(`prefix ${api.prefix}`, name);
    for (const command of parts.commands ?? []) claim(`command ${command.name}`, name);
    for (const job of parts.jobs ?? []) {
      claim(`job ${job.name}`, name);
      if (!job.name.startsWith(`${name}.`)) problems.push(`job ${job.name} of plugin ${name} must be called ${name}.<verb-noun>`);
    }
  }
  if (problems.length > 0) throw new BootRefused('plugins cannot start', problems);
}
