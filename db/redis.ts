import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** A client that fails at once while the server is away, instead of queueing the caller's request. */
export function createRedis(url: string, prefix: string, log: Logger): Redis {
  const client = new Redis(url, {
    keyPrefix: prefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  let reported = false;
  client.on('error', (error: Error) => {
    if (!reported) log.warn({ err: error }, 'redis is away; its users fall back until it returns');
    reported = true;
  });
  client.on('ready', () => {
    if (reported) log.info('redis is back');
    reported = false;
  });
  return client;
}
