import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Command } from './command.ts';
import type { DeclaredEvent, EventSpec, Webhook } from './event.ts';
import type { Extension, ExtensionPoints, ExtensionReaders } from './extension.ts';
import type { Job, JobQueue } from './job.ts';
import type { Metrics } from './metrics.ts';
import type { Migration, Models, ModelTypes } from '../../db/model.ts';
import type { Ports, PortTypes } from './port.ts';
import type { RequestObserver } from './request-observer.ts';
import type { HubRouter } from './request-state.ts';
import type { Gate, MountRoutes, Route, ScopeSpec } from './route.ts';

/** The version of this contract; a plugin names the range it was written against in `hub`. */
export const CONTRACT_VERSION = '2.0.0';

/** Something `/readyz` asks; throws with a sentence for the operator when the part is not ready. */
export interface HealthCheck {
  readonly name: string;
  /** Without this part the hub does less and no other process does more: it stays ready, and says `degraded`. */
  readonly degrades?: boolean;
  check(): Promise<void>;
}

/** What `doctor` found out about one part. */
export interface CheckResult {
  readonly state: 'ok' | 'warning' | 'problem';
  /** What was found; a warning or problem says what to do. */
  readonly text: string;
}

/** Something `doctor` checks, on a hub that is not running; what it throws is a problem. */
export interface DoctorCheck {
  readonly name: string;
  run(): Promise<CheckResult>;
}

/** Files a plugin keeps, for backups and exports. Keys are paths without dots. */
export interface BackupSource {
  list(): AsyncIterable<{ readonly key: string; readonly size: number }>;
  /** Undefined when there is no such file any more. */
  read(key: string): Promise<Readable | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** Facts about the running hub that plugins may need. */
export interface HubInfo {
  /** A writable folder for this plugin's files, created on first use. */
  readonly dataFolder: string;
  /** The hub's address for callers, without a slash at the end. Known once the hub listens, if the port is 0. */
  publicUrl(): string;
  /** What this process does: `web` answers requests, `worker` runs jobs. */
  readonly roles: readonly ('web' | 'worker')[];
}

/** What `setup` is given. There is no container to reach into. */
export interface PluginContext<C, Req extends Ports, Use extends Ports, M extends Models, X extends ExtensionPoints> {
  readonly config: C;
  readonly deps: PortTypes<Req> & Partial<PortTypes<Use>>;
  readonly models: ModelTypes<M>;
  /** Of the points that the plugin publishes. */
  readonly extensions: ExtensionReaders<X>;
  readonly jobs: JobQueue;
  readonly hub: HubInfo;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: () => Date;
}

export interface CommonParts {
  /** JSON endpoints; also the source of `/openapi.json`. */
  readonly routes?: readonly Route[];
  /** The requests by which this plugin tells others of the events that enabled plugins declare. */
  webhooks?(events: readonly DeclaredEvent[]): readonly Webhook[];
  /** Run after authentication on every route. */
  readonly gates?: readonly Gate[];
  readonly observers?: readonly RequestObserver[];
  readonly jobs?: readonly Job[];
  readonly health?: readonly HealthCheck[];
  /** What it adds to extension points, its own or those of other plugins. */
  readonly extensions?: readonly Extension[];
  readonly commands?: readonly Command[];
  readonly doctorChecks?: readonly DoctorCheck[];
  readonly backupSource?: BackupSource;
  /** HTML and streams only; JSON belongs in `routes`. */
  mount?(router: HubRouter, mountRoutes: MountRoutes): void;
  /** Opens what `setup` built: browsers, timers, watchers. Called once the plugins whose ports it takes have started. */
  start?(): Promise<void>;
  /** Called once the hub answers requests. */
  ready?(): Promise<void>;
  stop?(): Promise<void>;
  /** Milliseconds after which `stop` is given up; 10,000 when absent. */
  readonly stopLimitMs?: number;
}

/** What `setup` returns. `ports` is demanded exactly when the plugin declares `provides`. */
export type PluginParts<Prov extends Ports> = CommonParts &
  (keyof Prov extends never ? { readonly ports?: never } : { readonly ports: PortTypes<Prov> });

/** What a plugin declares. Everything here is data, readable without running the plugin. */
export interface PluginSpec<
  C extends z.ZodType,
  Req extends Ports,
  Use extends Ports,
  Prov extends Ports,
  M extends Models,
  X extends ExtensionPoints,
> {
  /** kebab-case; the key under `plugins` in the operator's config. */
  readonly name: string;
  readonly version: string;
  /** Semver range of the contract this plugin was written against. */
  readonly hub: string;
  readonly summary: string;
  /** The tag of its routes in `/openapi.json`; the name when absent. */
  readonly title?: string;
  /** Schemas that `/openapi.json` lists by name in `components.schemas` and refers to wherever routes use them. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>;
  /** By type, such as `template.created`. */
  readonly events?: Readonly<Record<string, EventSpec>>;
  /** What its routes and events need of a key, by name. Plugins that share a scope declare the same object. */
  readonly scopes?: Readonly<Record<string, ScopeSpec>>;
  /** Fields that hold callers' content or secrets where it logs, at the top of a line or one level below: the log hides them. */
  readonly redact?: readonly string[];
  /** A strict zod object: an unknown key is an error. */
  readonly config: C;
  /** Ports without which the hub refuses to start. */
  readonly requires?: Req;
  /** Ports used when some enabled plugin provides them. */
  readonly uses?: Use;
  readonly provides?: Prov;
  /** Places of this plugin to which any plugin may add. */
  readonly extensionPoints?: X;
  readonly models?: M;
  /** What the ids of its records begin with, such as `gen`; unique across plugins. */
  readonly idPrefixes?: readonly string[];
  readonly migrations?: readonly Migration[];
  setup(context: PluginContext<z.output<C>, Req, Use, M, X>): PluginParts<Prov> | Promise<PluginParts<Prov>>;
}

const BRAND = Symbol.for('platen/plugin');

/** A plugin with its types erased, as the loader handles it. */
export interface Plugin {
  readonly [BRAND]: true;
  readonly name: string;
  readonly version: string;
  readonly hub: string;
  readonly summary: string;
  readonly title?: string;
  readonly schemas?: Readonly<Record<string, z.ZodType>>;
  readonly events?: Readonly<Record<string, EventSpec>>;
  readonly scopes?: Readonly<Record<string, ScopeSpec>>;
  readonly redact?: readonly string[];
  readonly config: z.ZodType;
  readonly requires?: Ports;
  readonly uses?: Ports;
  readonly provides?: Ports;
  readonly extensionPoints?: ExtensionPoints;
  readonly models?: Models;
  readonly idPrefixes?: readonly string[];
  readonly migrations?: readonly Migration[];
  setup(
    context: PluginContext<unknown, Ports, Ports, Models, ExtensionPoints>,
  ): (CommonParts & { ports?: unknown }) | Promise<CommonParts & { ports?: unknown }>;
}

export function definePlugin<
  C extends z.ZodType,
  Req extends Ports = Record<never, never>,
  Use extends Ports = Record<never, never>,
  Prov extends Ports = Record<never, never>,
  M extends Models = Record<never, never>,
  X extends ExtensionPoints = Record<never, never>,
>(spec: PluginSpec<C, Req, Use, Prov, M, X>): Plugin {
  // The kernel parses the config and resolves the ports that `setup` was typed with.
  return { ...spec, [BRAND]: true } as unknown as Plugin;
}

export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && BRAND in value;
}
