import type { z } from 'zod';
import type { EventSpec } from '../contract/event.ts';
import type { ExtensionPoint } from '../contract/extension.ts';
import type { CommonParts } from '../contract/plugin.ts';
import type { ScopeSpec } from '../contract/route.ts';

/** A plugin that is set up. */
export interface ComposedPlugin {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  /** The tag of its routes in `/openapi.json`. */
  readonly title: string;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly events: Readonly<Record<string, EventSpec>>;
  readonly scopes: Readonly<Record<string, ScopeSpec>>;
  /** Checked, with defaults. */
  readonly config: unknown;
  readonly idPrefixes: readonly string[];
  readonly extensionPoints: readonly ExtensionPoint<unknown>[];
  readonly parts: CommonParts;
  /** Names of the plugins whose ports it takes. */
  readonly takesFrom: readonly string[];
}
