import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * Short messages between the processes of a hub, by Redis where it is configured. They only save waiting: whoever listens
 * also looks by itself from time to time, so nothing fails while Redis is away.
 */
export class Broadcast {
  readonly #redis: { readonly client: Redis; readonly prefix: string } | undefined;
  readonly #log: Logger;
  readonly #handlers = new Map<string, (text: string) => void>();
  #subscriber: Redis | undefined;

  constructor(redis: { readonly client: Redis; readonly prefix: string } | undefined, log: Logger) {
    this.#redis = redis;
    this.#log = log;
  }

  /** Called before `connect`; one handler a channel. */
  listen(channel: string, handler: (text: string) => void): void {
    this.#handlers.set(`${this.#redis?.prefix ?? ''}${channel}`, handler);
  }

  /** Connects in the background, now and whenever the connection is lost. */
  connect(): void {
    if (this.#redis === undefined) return;
    const subscriber = this.#redis.client.duplicate({ lazyConnect: true, autoResubscribe: true, enableOfflineQueue: true });
    this.#subscriber = subscriber;
    subscriber.on('error', (error: Error) => {
      this.#log.debug({ err: error }, 'messages between processes wait for redis');
    });
    subscriber.on('message', (channel: string, text: string) => this.#handlers.get(channel)?.(text));
    subscriber.on('ready', () => {
      subscriber.subscribe(...this.#handlers.keys()).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'messages of other processes cannot be heard');
      });
    });
    subscriber.connect().catch((error: unknown) => {
      this.#log.debug({ err: error }, 'messages between processes begin when redis is there');
    });
  }

  /** Whether messages of other processes arrive at the moment. */
  get live(): boolean {
    return this.#subscriber?.status === 'ready';
  }

  /** Other processes may hear it; this one does not tell itself. */
  publish(channel: string, text: string): void {
    if (this.#redis === undefined) return;
    const { client, prefix } = this.#redis;
    client.publish(prefix + channel, text).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'other processes find out by themselves');
    });
  }

  close(): void {
    this.#subscriber?.disconnect();
  }
}
