import { Redis } from 'ioredis';
import { describeError, type Log } from '#kit';
import { RECALL_CHANNEL } from './rate-script.ts';
import { REDIS_OPTIONS } from './redis-connection.ts';

const NO_PERMISSION = /^NOPERM/;

/**
 * Tells a node that others need what it has drawn, over a connection of its own, which is opened when it is first needed. A
 * message that is lost costs those who wait for it the rest of the lease.
 */
export class RecallChannel {
  readonly #url: string;
  readonly #log: Log;
  readonly #onRecall: (key: string) => void;
  #redis: Redis | undefined;
  #open = false;
  #closed = false;

  constructor(url: string, log: Log, onRecall: (key: string) => void) {
    this.#url = url;
    this.#log = log;
    this.#onRecall = onRecall;
  }

  /** Whether messages arrive. The first call opens the connection. */
  get open(): boolean {
    if (this.#closed) return false;
    this.#redis ??= this.#connect();
    return this.#open;
  }

  close(): void {
    this.#closed = true;
    this.#redis?.disconnect();
  }

  #connect(): Redis {
    const redis = new Redis(this.#url, { ...REDIS_OPTIONS, autoResubscribe: false });
    // The node's other connection reports what is wrong with Redis.
    redis.on('error', () => undefined);
    redis.on('close', () => (this.#open = false));
    redis.on('message', (_channel, key: string) => this.#onRecall(key));
    redis.on('ready', () => {
      redis.subscribe(RECALL_CHANNEL).then(
        () => (this.#open = true),
        (error: Error) => this.#failed(redis, error),
      );
    });
    return redis;
  }

  #failed(redis: Redis, error: Error): void {
    if (this.#closed) return;
    if (NO_PERMISSION.test(error.message))
      this.#log.warn(
        { error: describeError(error) },
        `the user of Redis may not subscribe to ${RECALL_CHANNEL}; every request waits for Redis`,
      );
    else redis.disconnect(true);
  }
}
