import { BaseNotificationChannel, type JobNotification } from 'agenda';
import type { Logger } from 'pino';
import type { Broadcast } from '../../db/broadcast.ts';

const CHANNEL = 'jobs';

/**
 * Tells workers at once that a job waits: this process directly, others by broadcast. A lost message costs one polling
 * interval.
 */
export class JobChannel extends BaseNotificationChannel {
  readonly #source: string;
  readonly #broadcast: Broadcast;
  readonly #log: Logger;

  constructor(source: string, broadcast: Broadcast, log: Logger) {
    super();
    this.#source = source;
    this.#broadcast = broadcast;
    this.#log = log;
    broadcast.listen(CHANNEL, (text) => {
      this.#hear(text);
    });
  }

  override connect(): Promise<void> {
    this.setState('connected');
    return Promise.resolve();
  }

  override disconnect(): Promise<void> {
    this.handlers.clear();
    this.setState('disconnected');
    return Promise.resolve();
  }

  override publish(notification: JobNotification): Promise<void> {
    this.wake(notification);
    const { jobId, jobName, nextRunAt } = notification;
    this.#broadcast.publish(CHANNEL, JSON.stringify({ jobId, jobName, nextRunAt, source: this.#source }));
    return Promise.resolve();
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
