import type { HubRegistry } from '../contract/core-ports.ts';
import type { ComposedPlugin } from './compose.ts';

/** A live view: ports are bound before the last plugin is composed. */
export function registryOf(composed: () => readonly ComposedPlugin[]): HubRegistry {
  return {
    get plugins() {
      return composed().map(({ name, version, summary }) => ({ name, version, summary }));
    },
    get routes() {
      return composed().flatMap(({ parts }) => parts.routes ?? []);
    },
    get pages() {
      return composed().flatMap(({ parts }) => parts.pages ?? []);
    },
  };
}
