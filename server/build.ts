import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Broadcast } from '../db/broadcast.ts';
import { compileModels, type Connection, ensureIndexes, pingMongo } from '../db/mongo.ts';
import { runMigrations } from '../db/migrations.ts';
import type { CoreConfig } from './config/schema.ts';
import { Authenticator, HubRegistry, KeptReplies, Outbound, Redis } from './contract/core-ports.ts';
import type { Command } from './contract/command.ts';
import type { HealthCheck } from './contract/plugin.ts';
import { createApp } from './http/app.ts';
import { addressOf } from './http/listen.ts';
import { openApiDocument } from './http/openapi.ts';
import { checkRunner, measureHealth, type OperationsOptions } from './http/operations.ts';
import { defineJob, type Job } from './contract/job.ts';
import { Idempotency } from './idempotency/idempotency.ts';
import { IdempotencyModel, ReplyPartModel } from './idempotency/reply.model.ts';
import { AgendaQueue, createJobEngine, type JobEngine } from './jobs/queue.ts';
import { createMetrics, type MetricsRegistry } from './metrics.ts';
import { composePlugins } from './kernel/compose.ts';
import type { ComposedPlugin } from './kernel/composed-plugin.ts';
import { PortContainer } from './kernel/container.ts';
import { type LoadedPlugin } from './kernel/load.ts';
import { type HubFacts, registryOf } from './kernel/registry.ts';
import { operatorCommands } from './operator/commands.ts';
import { createOutbound } from './net/outbound.ts';
import type { Resolver } from './net/resolver.ts';

const ROOT = join(import.meta.dirname, '..');

/** What of a hub may change while it runs. */
interface HubState {
  /** Of the hub for callers. */
  address: string;
  isStopping: boolean;
}

export interface BuiltHub {
  readonly config: CoreConfig;
  readonly state: HubState;
  readonly log: Logger;
  readonly mongo: Connection;
  readonly redis: Awaited<ReturnType<typeof openRedis>>;
  readonly broadcast: Broadcast;
  readonly engine: JobEngine;
  readonly metrics: MetricsRegistry;
  readonly plugins: readonly ComposedPlugin[];
  /** Of the core and of all plugins. */
  readonly jobs: readonly Job[];
  readonly operations: OperationsOptions;
  readonly server: Server;
  readonly commands: readonly Command[];
}

/** Composes the plugins on a connected database, and brings its indexes and data up to date. */
export async function build(
  ordered: readonly LoadedPlugin[],
  mongo: Connection,
  { config, log, clock, resolver }: { config: CoreConfig; log: Logger; clock: () => Date; resolver: Resolver | undefined },
): Promise<BuiltHub> {
  const ports = new PortContainer();
  const metrics = createMetrics(log);
  const redis = await openRedis(config.redis, log);
  const state: HubState = { address: addressOf(config.http), isStopping: false };
  const broadcast = new Broadcast(redis === undefined ? undefined : { client: redis, prefix: config.redis.prefix }, log);
  const engine = await createJobEngine(mongo, broadcast, log);
  const { keys, replyParts } = compileModels(mongo, { keys: IdempotencyModel, replyParts: ReplyPartModel });
  const idempotency = new Idempotency({ keys, replyParts, broadcast, strict: config.idempotency.strict, clock, log });
  const registry: { facts: HubFacts } = { facts: { composed: [], checks: [], openapi: () => ({}) } };
  if (redis !== undefined) ports.bind(Redis, () => redis);
  ports.bind(Outbound, () => createOutbound(config.egress, resolver));
  ports.bind(HubRegistry, () => registryOf(() => registry.facts));
  ports.bind(KeptReplies, () => idempotency);
  const plugins = await composePlugins(ordered, {
    ports,
    jobs: new AgendaQueue(engine.agenda),
    metrics,
    log,
    clock,
    dataFolder: config.data,
    publicUrl: () => state.address,
    roles: config.roles,
    modelsOf: (models) => compileModels(mongo, models),
  });
  await ensureIndexes(mongo);
  await runMigrations(
    mongo,
    ordered.map(({ plugin }) => plugin),
  );
  const checks: HealthCheck[] = [
    { name: 'database', check: () => pingMongo(mongo) },
    ...(redis === undefined ? [] : [{ name: 'redis', degrades: true, check: () => redis.ping().then(() => undefined) }]),
    ...plugins.flatMap(({ parts }) => parts.health ?? []),
  ];
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string; license: string };
  let described: object | undefined;
  const openapi = (): object => (described ??= openApiDocument(plugins, { version, license }));
  registry.facts = { composed: plugins, checks, openapi };
  const operator = { config, version, plugins: ordered, composed: plugins, mongo, redis, outbound: ports.get(Outbound), clock };
  const operations: OperationsOptions = { runChecks: checkRunner(checks, log), metrics, isStopping: () => state.isStopping };
  measureHealth(operations);
  const server = createApp({
    plugins,
    authenticator: ports.get(Authenticator),
    operations,
    withOperations: config.operations.port === undefined,
    idempotency,
    limits: config.http,
    trustedProxies: config.http.trustedProxies,
    openapi,
    clock,
    log,
  });
  return {
    ...{ config, state, log, mongo, redis, broadcast, engine, metrics, plugins, operations, server },
    jobs: [forgetReplies(idempotency), ...plugins.flatMap(({ parts }) => parts.jobs ?? [])],
    commands: [...operatorCommands(operator), ...plugins.flatMap(({ parts }) => parts.commands ?? [])],
  };
}

/** A hub without Redis does not read its client, either. */
async function openRedis({ url, prefix }: CoreConfig['redis'], log: Logger) {
  if (url === undefined) return undefined;
  const { createRedis } = await import('../db/redis.ts');
  return createRedis(url, prefix, log);
}

function forgetReplies(idempotency: Idempotency) {
  return defineJob({ name: 'core.forget-replies', data: z.strictObject({}), every: '1 hour', run: () => idempotency.dropExpired() });
}
