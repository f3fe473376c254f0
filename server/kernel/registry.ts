import type { HubRegistry } from '../contract/core-ports.ts';
import type { DeclaredEvent } from '../contract/event.ts';
import type { HealthCheck } from '../contract/plugin.ts';
import { routeName } from '../contract/route.ts';
import type { ComposedPlugin } from './composed-plugin.ts';

const SECRET_NAME = /key|secret|password|passphrase|token/i;
const USER_INFO = /^([a-z][\w+.-]*:\/\/)[^/@]*@/i;

/** What of the hub is known only once every plugin is composed. */
export interface HubFacts {
  readonly composed: readonly ComposedPlugin[];
  readonly checks: readonly HealthCheck[];
  /** Made when it is first asked for, which many processes never are. */
  openapi(): object;
}

export const declaredEvents = (composed: readonly ComposedPlugin[]): DeclaredEvent[] =>
  composed.flatMap(({ events }) => Object.entries(events).map(([type, event]) => ({ type, ...event })));

/** A live view: ports are bound before the last plugin is composed. */
export function registryOf(facts: () => HubFacts): HubRegistry {
  const routes = () => facts().composed.flatMap(({ parts }) => parts.routes ?? []);
  return {
    get plugins() {
      return facts().composed.map(({ name, version, summary, config }) => ({ name, version, summary, config: maskSecrets(config) }));
    },
    get routes() {
      return routes();
    },
    hasRoute: (ref) => routes().some((route) => routeName(route) === routeName(ref)),
    get events() {
      return declaredEvents(facts().composed);
    },
    get scopes() {
      const declared = new Map(facts().composed.flatMap(({ scopes }) => Object.entries(scopes)));
      return [...declared].map(([name, scope]) => ({ name, ...scope })).sort((a, b) => a.order - b.order);
    },
    get checks() {
      return facts().checks;
    },
    get openapi() {
      return facts().openapi();
    },
  };
}

/** For people to read: text under names that sound like secrets, and the user part of addresses. */
export function maskSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskSecrets(item, key)]));
  if (typeof value !== 'string') return value;
  return SECRET_NAME.test(name) ? '••••••••' : value.replace(USER_INFO, '$1••••@');
}
