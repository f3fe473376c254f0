import type { BuiltHub } from './build.ts';
import { addressOf, closing, listen } from './http/listen.ts';
import { createOperationsServer } from './http/operations.ts';
import type { StandIn } from './http/stand-in.ts';
import { createWorker } from './jobs/worker.ts';
import type { DependentStage, Stage } from './kernel/lifecycle.ts';

const CLOSE_LIMIT_MS = 35_000;

/** The stages of a hub in the order in which they start, those in a list beside each other; they stop in the opposite order. */
export function stagesOf(hub: BuiltHub, standIn?: StandIn): (Stage | DependentStage[])[] {
  const { config, broadcast, engine, plugins } = hub;
  const stageOf = (plugin: string): string => `plugin ${plugin}`;
  return [
    ...redisStage(hub),
    {
      name: 'broadcast',
      start: async () => {
        broadcast.connect();
      },
      stop: async () => {
        broadcast.close();
      },
    },
    plugins.map(({ name, parts, takesFrom }) => ({
      name: stageOf(name),
      after: takesFrom.map(stageOf),
      start: () => parts.start?.() ?? Promise.resolve(),
      stop: () => parts.stop?.() ?? Promise.resolve(),
      ...(parts.stopLimitMs === undefined ? {} : { limitMs: parts.stopLimitMs }),
    })),
    { name: 'job channel', start: () => engine.channel.connect(), stop: () => engine.channel.disconnect() },
    ...(config.roles.includes('worker') ? [createWorker(engine, hub.mongo, [...hub.jobs], hub.metrics, hub.log)] : []),
    ...operationsStage(hub, standIn),
    ...(config.roles.includes('web') ? [httpStage(hub, standIn)] : []),
  ];
}

function redisStage({ redis, log }: BuiltHub): Stage[] {
  if (redis === undefined) return [];
  return [
    {
      name: 'redis',
      // A server that is away is retried in the background; its users fall back meanwhile.
      start: () => redis.connect().catch((error: unknown) => log.warn({ err: error }, 'redis does not answer yet')),
      stop: async () => {
        redis.disconnect();
      },
    },
  ];
}

function operationsStage({ config, operations, log }: BuiltHub, standIn?: StandIn): Stage[] {
  const { port, host } = config.operations;
  if (port === undefined) return [];
  const server = createOperationsServer(operations);
  return [
    {
      name: 'operations',
      start: async () => {
        await standIn?.leave(port);
        log.info({ port: await listen(server, { port, host, setting: 'operations.port', log }), host }, 'answering operators');
      },
      stop: closing(server),
    },
  ];
}

function httpStage({ config, state, server, log }: BuiltHub, standIn?: StandIn): Stage {
  return {
    name: 'HTTP',
    limitMs: CLOSE_LIMIT_MS,
    start: async () => {
      await standIn?.leave(config.http.port);
      const port = await listen(server, { ...config.http, setting: 'PLATEN_PORT', log });
      state.address = addressOf({ ...config.http, port });
      log.info({ address: state.address }, 'listening');
    },
    stop: closing(server),
  };
}
