import { routeName, type ScopeSpec } from '../contract/route.ts';
import type { ComposedPlugin } from './composed-plugin.ts';

/**
 * What stands in the way of these plugins together. No two may share a route, a job, a command, an id prefix, a name in the API's
 * description, an extension point, or what the items of one claim. Job names begin with their plugin's name. What a route or an
 * event needs of a key is declared.
 */
export function problemsAmong(composed: readonly ComposedPlugin[]): string[] {
  const owners = new Map([['schema Error', 'the hub']]);
  const scopes = new Map<string, ScopeSpec>();
  const points = new Map(composed.flatMap(({ extensionPoints }) => extensionPoints.map((point) => [point.token, point])));
  const problems: string[] = [];
  const claim = (what: string, plugin: string): void => {
    const other = owners.get(what);
    if (other !== undefined) problems.push(`${what} is declared by ${other} and ${plugin}; disable one of them`);
    owners.set(what, plugin);
  };
  // The core's own: every request has an id.
  claim('id prefix req', 'the core');
  for (const { name, title, schemas, events, scopes: own, idPrefixes, extensionPoints, parts } of composed) {
    for (const prefix of idPrefixes) claim(`id prefix ${prefix}`, name);
    claim(`title ${title}`, name);
    for (const schema of Object.keys(schemas)) claim(`schema ${schema}`, name);
    for (const event of Object.keys(events)) claim(`event ${event}`, name);
    for (const [scope, spec] of Object.entries(own)) {
      // Plugins that share a scope declare the same object.
      if (scopes.get(scope) !== spec) claim(`scope ${scope}`, name);
      scopes.set(scope, spec);
    }
    for (const { id } of extensionPoints) claim(`extension point ${id}`, name);
    for (const route of parts.routes ?? []) claim(routeName(route), name);
    for (const { point, items } of parts.extensions ?? []) {
      const published = points.get(point.token);
      if (published?.claim !== undefined) for (const item of items) claim(published.claim(item), name);
    }
    for (const command of parts.commands ?? []) claim(`command ${command.name}`, name);
    for (const job of parts.jobs ?? []) {
      claim(`job ${job.name}`, name);
      if (!job.name.startsWith(`${name}.`)) problems.push(`job ${job.name} of plugin ${name} must be called ${name}.<verb-noun>`);
    }
  }
  for (const { name, parts, events } of composed) {
    const guarded = [
      ...(parts.routes ?? []).map(({ method, path, scope }) => ({ what: `route ${method.toUpperCase()} ${path}`, scope })),
      ...Object.entries(events).map(([type, { scope }]) => ({ what: `event ${type}`, scope })),
    ];
    for (const { what, scope = [] } of guarded)
      for (const needed of [scope].flat())
        if (!scopes.has(needed))
          problems.push(
            `${what} of plugin ${name} needs the scope ${needed}, which no enabled plugin declares; enable the plugin that does, or declare it in ${name}`,
          );
  }
  return problems;
}
