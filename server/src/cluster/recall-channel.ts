import { Redis } from 'ioredis';
import { RECALL_CHANNEL } from './rate-script.ts';
import { REDIS_OPTIONS } from './redis-connection.ts';

/**
 * Tells a node that others need what it has drawn, over a connection of its own, which is opened when it is first needed. A
 * message that is lost costs those who wait for it the rest of the lease.
 */
export class RecallChannel {
  readonly #url: string;
  readonly #onRecall: (key: string) => void;
  #redis: Redis | undefined;
  #open = false;

  constructor(url: string, onRecall: (key: string) => void) {
    this.#url = url;
    this.#onRecall = onRecall;
  }

  /** Whether messages arrive. The first call opens the connection. */
  get open(): boolean {
    this.#redis ??= this.#connect();
    return this.#open;
  }

  close(): void {
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
        // Not permitted to this user, for example: then every request asks.
        () => undefined,
      );
    });
    return redis;
  }
}
