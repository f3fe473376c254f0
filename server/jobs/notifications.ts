import { BaseNotificationChannel, type JobNotification } from 'agenda';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * Tells workers at once that a job waits: this process directly, others through Redis when it is configured. A lost
 * message costs one polling interval, so nothing waits for Redis and its absence is only logged.
 */
export class JobChannel extends BaseNotificationChannel {
  readonly #source: string;
  readonly #redis: { readonly client: Redis; readonly channel: string } | undefined;
  readonly #log: Logger;
  #subscriber: Redis | undefined;

  constructor(source: string, redis: { readonly client: Redis; readonly channel: string } | undefined, log: Logger) {
    super();
    this.#source = source;
    this.#redis = redis;
    this.#log = log;
  }

  override async connect(): Promise<void> {
    if (this.state === 'connected') return;
    this.setState('connected');
    if (this.#redis === undefined) return;
    const { client, channel } = this.#redis;
    const subscriber = client.duplicate({ lazyConnect: true, autoResubscribe: true, enableOfflineQueue: true });
    this.#subscriber = subscriber;
    subscriber.on('error', (error: Error) => {
      this.#log.debug({ err: error }, 'the job channel waits for redis; jobs start by polling meanwhile');
    });
    subscriber.on('message', (_: string, text: string) => {
      this.#hear(text);
    });
    subscriber.on('ready', () => {
      subscriber.subscribe(channel).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'the job channel could not be subscribed; jobs start by polling');
      });
    });
    subscriber.connect().catch((error: unknown) => {
      this.#log.debug({ err: error }, 'the job channel connects when redis is there');
    });
  }

  override async disconnect(): Promise<void> {
    this.handlers.clear();
    this.#subscriber?.disconnect();
    this.setState('disconnected');
  }

  override async publish(notification: JobNotification): Promise<void> {
    this.wake(notification);
    if (this.#redis === undefined) return;
    const { client, channel } = this.#redis;
    const { jobId, jobName, nextRunAt } = notification;
    client
      .publish(channel, JSON.stringify({ jobId, jobName, nextRunAt, source: this.#source }))
      .catch((error: unknown) => this.#log.debug({ err: error }, 'other processes start this job by polling'));
  }

  /** Only this process: its queue is filled again. */
  wake(notification: JobNotification): void {
    setImmediate(() => {
      this.notifyHandlers(notification).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'a job notification was not handled');
      });
    });
  }

  #hear(text: string): void {
    try {
      const { jobId, jobName, nextRunAt, source } = JSON.parse(text) as Heard;
      if (source === this.#source) return;
      const at = nextRunAt === null ? null : new Date(nextRunAt);
      this.wake({ jobId, jobName, nextRunAt: at, priority: 0, timestamp: new Date() });
    } catch (error) {
      this.#log.warn({ err: error }, 'a message on the job channel is not one of ours');
    }
  }
}

interface Heard extends Pick<JobNotification, 'jobId' | 'jobName'> {
  readonly nextRunAt: string | null;
  readonly source: string;
}
