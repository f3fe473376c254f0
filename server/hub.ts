import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Broadcast } from '../db/broadcast.ts';
import { compileModels, type Connection, connectMongo, ensureIndexes, pingMongo } from '../db/mongo.ts';
import { runMigrations } from '../db/migrations.ts';
import { createRedis } from '../db/redis.ts';
import type { LoadedConfig } from './config/load.ts';
import type { CoreConfig } from './config/schema.ts';
import { Authenticator, HubRegistry, Outbound, Redis } from './contract/core-ports.ts';
import type { Command } from './contract/command.ts';
import type { HealthCheck } from './contract/plugin.ts';
import { createApp } from './http/app.ts';
import { openApiDocument } from './http/openapi.ts';
import { createOperationsServer, measureHealth, type OperationsOptions } from './http/operations.ts';
import { defineJob } from './contract/job.ts';
import { Idempotency } from './idempotency/idempotency.ts';
import { IdempotencyModel, ReplyPartModel } from './idempotency/reply.model.ts';
import { AgendaQueue, createJobEngine } from './jobs/queue.ts';
import { createWorker } from './jobs/worker.ts';
import { createMetrics } from './metrics.ts';
import { composePlugins } from './kernel/compose.ts';
import { PortContainer } from './kernel/container.ts';
import { Lifecycle } from './kernel/lifecycle.ts';
import { BootRefused, type LoadedPlugin, loadPlugins } from './kernel/load.ts';
import { orderPlugins } from './kernel/order.ts';
import { type HubFacts, registryOf } from './kernel/registry.ts';
import { operatorCommands } from './operator/commands.ts';
import { createOutbound, type Resolver } from './net/outbound.ts';

export interface HubOptions {
  readonly loaded: LoadedConfig;
  readonly mongoUrl: string;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Replaces DNS in tests. */
  readonly resolver?: Resolver;
}

export interface Hub {
  /** Starts every part and answers requests; resolves with the hub's address once it does. */
  start(): Promise<string>;
  /** True when every part ended in time and without an error. */
  stop(): Promise<boolean>;
  readonly commands: readonly Command[];
}

const ROOT = join(import.meta.dirname, '..');
const CLOSE_LIMIT_MS = 35_000;
const CLOSE_IDLE_MS = 100;

/** Loads, orders and composes the plugins on their database. Nothing listens and no browser runs until `start`. */
export async function createHub({
  loaded: { config, folder },
  mongoUrl,
  log,
  clock = () => new Date(),
  resolver,
}: HubOptions): Promise<Hub> {
  const plugins = await loadPlugins(config.plugins, { bundled: join(ROOT, 'plugins'), config: folder });
  const disabled = Object.keys(config.plugins).filter((name) => config.plugins[name] === false);
  const ordered = orderPlugins(plugins, corePorts(config.redis.url !== undefined), disabled);

  const mongo = await connectMongo(mongoUrl);
  const lifecycle = new Lifecycle(log);
  await lifecycle.start({ name: 'database connection', stop: () => mongo.close() });
  try {
    return await assemble(ordered, mongo, lifecycle, { config, log, clock, resolver });
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function assemble(
  ordered: readonly LoadedPlugin[],
  mongo: Connection,
  lifecycle: Lifecycle,
  { config, log, clock, resolver }: { config: CoreConfig; log: Logger; clock: () => Date; resolver: Resolver | undefined },
): Promise<Hub> {
  const ports = new PortContainer();
  const metrics = createMetrics(log);
  const redis = config.redis.url === undefined ? undefined : createRedis(config.redis.url, config.redis.prefix, log);
  if (redis !== undefined) ports.bind(Redis, () => redis);
  ports.bind(Outbound, () => createOutbound(config.egress, resolver));
  let facts: HubFacts = { composed: [], checks: [], openapi: {} };
  ports.bind(HubRegistry, () => registryOf(() => facts));

  let address = config.http.publicUrl ?? `http://${config.http.host}:${String(config.http.port)}`;
  let stopping = false;
  const broadcast = new Broadcast(redis === undefined ? undefined : { client: redis, prefix: config.redis.prefix }, log);
  const engine = createJobEngine(mongo, broadcast, log);
  const { keys, replyParts } = compileModels(mongo, { keys: IdempotencyModel, replyParts: ReplyPartModel });
  const idempotency = new Idempotency({ keys, replyParts, broadcast, strict: config.idempotency.strict, clock, log });
  const composed = await composePlugins(ordered, {
    ports,
    jobs: new AgendaQueue(engine.agenda),
    metrics,
    log,
    clock,
    dataFolder: config.data,
    publicUrl: () => address,
    modelsOf: (models) => compileModels(mongo, models),
  });
  await ensureIndexes(mongo);
  await runMigrations(
    mongo,
    ordered.map(({ plugin }) => plugin),
  );
  const parts = composed.map(({ name, parts: own }) => ({ name, ...own }));
  const checks: HealthCheck[] = [
    { name: 'database', check: () => pingMongo(mongo) },
    ...(redis === undefined ? [] : [{ name: 'redis', degrades: true, check: () => redis.ping().then(() => undefined) }]),
    ...parts.flatMap(({ health }) => health ?? []),
  ];
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const openapi = openApiDocument(
    parts.flatMap(({ routes }) => routes ?? []),
    composed,
    version,
  );
  facts = { composed, checks, openapi };
  const operator = { config, version, plugins: ordered, composed, mongo, redis, outbound: ports.get(Outbound), clock };
  const operations: OperationsOptions = { checks, metrics, log, isStopping: () => stopping };
  measureHealth(operations);
  const server = createApp({
    plugins: composed,
    authenticator: ports.get(Authenticator),
    operations,
    withMetrics: config.operations.port === undefined,
    idempotency,
    bodyLimit: config.http.bodyLimit,
    trustedProxies: config.http.trustedProxies,
    openapi,
    log,
  });

  return {
    commands: [...operatorCommands(operator), ...parts.flatMap(({ commands }) => commands ?? [])],
    async start() {
      if (redis !== undefined) {
        await lifecycle.start({
          name: 'redis',
          // A server that is away is retried in the background; its users fall back meanwhile.
          start: () => redis.connect().catch((error: unknown) => log.warn({ err: error }, 'redis does not answer yet')),
          stop: async () => {
            redis.disconnect();
          },
        });
      }
      await lifecycle.start({
        name: 'broadcast',
        start: async () => {
          broadcast.connect();
        },
        stop: async () => {
          broadcast.close();
        },
      });
      for (const part of parts) {
        await lifecycle.start({
          name: `plugin ${part.name}`,
          start: () => part.start?.() ?? Promise.resolve(),
          stop: () => part.stop?.() ?? Promise.resolve(),
        });
      }
      await lifecycle.start({ name: 'job channel', start: () => engine.channel.connect(), stop: () => engine.channel.disconnect() });
      if (config.roles.includes('worker')) {
        const jobs = [forgetReplies(idempotency), ...parts.flatMap((part) => part.jobs ?? [])];
        await lifecycle.start(createWorker(engine, mongo, jobs, metrics, log));
      }
      const { port, host } = config.operations;
      if (port !== undefined) {
        const operators = createOperationsServer(operations);
        await lifecycle.start({
          name: 'operations',
          start: async () => {
            log.info({ port: await listen(operators, port, host, 'operations.port'), host }, 'answering operators');
          },
          stop: () => close(operators),
        });
      }
      if (config.roles.includes('web')) {
        await lifecycle.start({
          name: 'HTTP',
          limitMs: CLOSE_LIMIT_MS,
          start: async () => {
            const taken = await listen(server, config.http.port, config.http.host, 'PLATEN_PORT');
            address = config.http.publicUrl ?? `http://${config.http.host}:${String(taken)}`;
            log.info({ address }, 'listening');
          },
          stop: () => close(server),
        });
      }
      for (const part of parts) await part.ready?.();
      return address;
    },
    async stop() {
      stopping = true;
      if (server.listening) await pause(config.http.drainSeconds * 1000);
      return lifecycle.stop();
    },
  };
}

function forgetReplies(idempotency: Idempotency) {
  return defineJob({ name: 'core.forget-replies', data: z.strictObject({}), every: '1 hour', run: () => idempotency.dropExpired() });
}

function corePorts(withRedis: boolean) {
  return { bound: [Outbound, HubRegistry, ...(withRedis ? [Redis] : [])], demanded: [Authenticator] };
}

async function listen(server: Server, port: number, host: string, setting: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE') reject(cause);
      else reject(new BootRefused('cannot listen', [`port ${String(port)} on ${host} is in use; stop what uses it, or set ${setting}`]));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Requests in flight are finished; connections that only wait are closed, also those that begin to wait meanwhile. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, CLOSE_IDLE_MS);
  await closed.finally(() => {
    clearInterval(idle);
  });
}
