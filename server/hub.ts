import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connectMongo } from '../db/mongo.ts';
import { ensurePrivateFolder } from '../db/private-folder.ts';
import type { LoadedConfig } from './config/load.ts';
import { Authenticator, HubRegistry, KeptReplies, Outbound, Redis } from './contract/core-ports.ts';
import type { Command } from './contract/command.ts';
import type { StandIn } from './http/stand-in.ts';
import { Lifecycle } from './kernel/lifecycle.ts';
import { type LoadedPlugin, loadPlugins } from './kernel/load.ts';
import { orderPlugins } from './kernel/order.ts';
import { redacting } from './log.ts';
import type { Resolver } from './net/resolver.ts';
import { stagesOf } from './stages.ts';
import { build } from './build.ts';

export interface HubOptions {
  readonly loaded: LoadedConfig;
  readonly mongoUrl: string;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Replaces DNS in tests. */
  readonly resolver?: Resolver;
  /** Answers on the ports until the hub does. */
  readonly standIn?: StandIn;
}

export interface Hub {
  /** Starts every part and answers requests; resolves with the hub's address once it does. */
  start(): Promise<string>;
  /** True when every part ended in time and without an error. */
  stop(): Promise<boolean>;
  readonly commands: readonly Command[];
}

const ROOT = join(import.meta.dirname, '..');

/**
 * Reads the enabled plugins, each once in a process.
 * @throws BootRefused naming every plugin that cannot run
 */
export function readPlugins({ config, folder }: LoadedConfig): Promise<LoadedPlugin[]> {
  return loadPlugins(config.plugins, { bundled: join(ROOT, 'plugins'), config: folder });
}

/** Loads, orders and composes the plugins on their database. Nothing listens and no browser runs until `start`. */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { loaded, mongoUrl, log: processLog, clock = () => new Date(), resolver, standIn } = options;
  const { config } = loaded;
  const plugins = await readPlugins(loaded);
  const log = redacting(
    processLog,
    plugins.flatMap(({ plugin }) => plugin.redact ?? []),
  );
  const disabled = Object.keys(config.plugins).filter((name) => config.plugins[name] === false);
  const ordered = orderPlugins(plugins, corePorts(config.redis.url !== undefined), disabled);

  ensurePrivateFolder(config.data);
  const mongo = await connectMongo(mongoUrl);
  const lifecycle = new Lifecycle(log);
  await lifecycle.start({ name: 'database connection', stop: () => mongo.destroy() });
  try {
    const built = await build(ordered, mongo, { config, log, clock, resolver });
    const { commands, server, state } = built;
    const stages = stagesOf(built, standIn);
    return {
      commands,
      async start() {
        for (const stage of stages) await (Array.isArray(stage) ? lifecycle.startTogether(stage) : lifecycle.start(stage));
        for (const { parts: own } of built.plugins) await own.ready?.();
        return state.address;
      },
      async stop() {
        state.isStopping = true;
        if (server.listening) await pause(config.http.drainSeconds * 1000);
        const clean = await lifecycle.stop();
        server.closeAllConnections(); // whatever is not answered by now never is
        return clean;
      },
    };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

function corePorts(withRedis: boolean) {
  return { bound: [Outbound, HubRegistry, KeptReplies, ...(withRedis ? [Redis] : [])], demanded: [Authenticator] };
}
