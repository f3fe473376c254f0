import type { Port, Ports } from '../contract/port.ts';
import { BootRefused } from './boot-refused.ts';
import type { LoadedPlugin } from './load.ts';

/** What the core binds itself and what it demands of some plugin. */
export interface CorePorts {
  readonly bound: readonly Port<unknown>[];
  readonly demanded: readonly Port<unknown>[];
}

const portsOf = (ports: Ports | undefined): Port<unknown>[] => Object.values(ports ?? {});

/** A port is named after the plugin that owns it, so a missing one tells which switched-off plugin would help. */
function remedy(port: Port<unknown>, disabled: readonly string[]): string {
  const owner = port.id.split('/')[0] ?? '';
  if (disabled.includes(owner)) return `enable plugin ${owner} or another provider`;
  return disabled.length > 0
    ? `enable one of the plugins that are switched off (${disabled.join(', ')}) or another provider`
    : 'enable a plugin that provides it';
}

/**
 * Puts plugins in an order in which every port is provided before it is used; names decide where ports do not,
 * so the order is the same on every machine.
 * @throws BootRefused when a port is missing, provided twice or part of a cycle.
 */
export function orderPlugins(loaded: readonly LoadedPlugin[], core: CorePorts, disabled: readonly string[] = []): LoadedPlugin[] {
  const problems: string[] = [];
  const provider = new Map<symbol, LoadedPlugin>();
  const bound = new Set(core.bound.map((port) => port.token));
  for (const entry of loaded) {
    for (const port of portsOf(entry.plugin.provides)) {
      const other = provider.get(port.token);
      if (other !== undefined) {
        problems.push(`port ${port.id} is provided by ${other.plugin.name} and ${entry.plugin.name}; disable one of them`);
      }
      provider.set(port.token, entry);
    }
  }
  for (const { plugin } of loaded) {
    for (const port of portsOf(plugin.requires)) {
      if (bound.has(port.token) || provider.has(port.token)) continue;
      problems.push(`plugin ${plugin.name} requires port ${port.id}, which no enabled plugin provides; ${remedy(port, disabled)}`);
    }
  }
  for (const port of core.demanded) {
    if (!provider.has(port.token))
      problems.push(`the hub requires port ${port.id}, which no enabled plugin provides; ${remedy(port, disabled)}`);
  }

  const ordered: LoadedPlugin[] = [];
  const state = new Map<LoadedPlugin, 'visiting' | 'done'>();
  const visit = (entry: LoadedPlugin, trail: readonly string[]): void => {
    if (state.get(entry) === 'done') return;
    const path = [...trail, entry.plugin.name];
    if (state.get(entry) === 'visiting') {
      problems.push(`plugins need each other in a circle: ${path.slice(path.indexOf(entry.plugin.name)).join(' → ')}; break it`);
      return;
    }
    state.set(entry, 'visiting');
    const needed = [...portsOf(entry.plugin.requires), ...portsOf(entry.plugin.uses)]
      .map((port) => provider.get(port.token))
      .filter((other) => other !== undefined)
      .sort(byName);
    for (const other of needed) visit(other, path);
    state.set(entry, 'done');
    ordered.push(entry);
  };
  for (const entry of [...loaded].sort(byName)) visit(entry, []);
  if (problems.length > 0) throw new BootRefused('plugins cannot start', problems);
  return ordered;
}

const byName = (a: LoadedPlugin, b: LoadedPlugin): number => (a.plugin.name < b.plugin.name ? -1 : 1);
