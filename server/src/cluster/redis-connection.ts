import { Redis, type RedisOptions } from 'ioredis';
import { describeError, type Log } from '#kit';
import { explainRedisError } from './explain-redis-error.ts';
import { EPOCH_SCRIPT, LEASES_SCRIPT } from './epoch-script.ts';
import { RATE_SCRIPT } from './rate-script.ts';
import { SLOTS_SCRIPT } from './slots-script.ts';
import { USE_SCRIPT } from './use-script.ts';
import { WINDOW_SCRIPT } from './window-script.ts';

interface Scripts {
  svcTake(keys: number, ...keysAndNumbers: (string | number | Buffer)[]): Promise<(number | string)[]>;
  svcEpoch(epoch: string, leases: string, value: number, announce: 0 | 1): Promise<number>;
  svcLeases(leases: string, untilMs: number): Promise<number>;
  svcPrefetch(
    window: string,
    ...numbers: number[]
  ): Promise<readonly [number, number, number, number, number, number, number]>;
  svcUse(keys: number, ...keysAndNumbers: (string | number)[]): Promise<number[]>;
  svcSlots(
    leases: string,
    organizations: string,
    slots: string,
    emptied: string,
    ...claim: (string | number)[]
  ): Promise<number[]>;
}

/** How long a request waits for Redis before its node counts alone. */
const TIMEOUT_MS = 250;
/** How long the node does not use Redis after it failed to answer. */
const PAUSE_MS = 500;

export const REDIS_OPTIONS = {
  lazyConnect: false,
  // Commands are batched here: a pipeline of the library's own would leave one turn of the event loop later.
  enableAutoPipelining: false,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // For the connection's own commands; requests wait for a shorter time.
  commandTimeout: 2000,
  connectTimeout: 2000,
  retryStrategy: () => PAUSE_MS,
  // A loading server reports an estimate and is often ready sooner.
  maxLoadingRetryTime: PAUSE_MS,
} satisfies RedisOptions;

/** Redis did not answer. The node falls back to its own counters. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

export interface RedisConnectionParts {
  readonly log: Log;
  /** What Redis knew before may be lost. */
  readonly onEnd: () => void;
  /**
   * Rejects while Redis cannot be used. With the command that requests use: a Redis that is out of memory or read-only
   * still answers PING.
   */
  readonly probe: () => Promise<unknown>;
}

/** A connection to Redis that nobody waits for: after a failure no request uses it until Redis answers a probe. */
export class RedisConnection {
  readonly redis: Redis & Scripts;
  readonly #url: string;
  readonly #parts: RedisConnectionParts;
  #number = 0;
  #reachedAgainAtMs = -Infinity;
  #unavailable = false;
  #closed = false;
  #probing: NodeJS.Timeout | undefined;

  constructor(url: string, parts: RedisConnectionParts) {
    this.#url = url;
    this.#parts = parts;
    const redis = new Redis(url, REDIS_OPTIONS);
    redis.on('error', (error) => this.#note(error));
    redis.on('ready', () => {
      if (this.#number > 0) this.#reachedAgainAtMs = performance.now();
    });
    redis.on('close', () => {
      this.#number++;
      parts.onEnd();
    });
    redis.defineCommand('svcTake', { lua: RATE_SCRIPT });
    redis.defineCommand('svcPrefetch', { numberOfKeys: 1, lua: WINDOW_SCRIPT });
    redis.defineCommand('svcUse', { lua: USE_SCRIPT });
    redis.defineCommand('svcEpoch', { numberOfKeys: 2, lua: EPOCH_SCRIPT });
    redis.defineCommand('svcLeases', { numberOfKeys: 1, lua: LEASES_SCRIPT });
    redis.defineCommand('svcSlots', { numberOfKeys: 4, lua: SLOTS_SCRIPT });
    this.redis = redis as Redis & Scripts;
  }

  get unavailable(): boolean {
    return this.#unavailable || this.redis.status !== 'ready';
  }

  /** Incremented whenever the connection ends. */
  get number(): number {
    return this.#number;
  }

  /** Milliseconds since the connection was there again; Infinity if it never ended. */
  get reachedAgainMs(): number {
    return performance.now() - this.#reachedAgainAtMs;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Rejects with RedisUnavailable. */
  async ask<T>(command: (redis: Redis & Scripts) => Promise<T>): Promise<T> {
    if (this.unavailable) throw new RedisUnavailable();
    try {
      return await inTime(command(this.redis));
    } catch (error) {
      this.#note(error as Error);
      throw new RedisUnavailable(undefined, { cause: error });
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#probing);
    this.redis.disconnect();
  }

  /** From here on no request waits for Redis until it answers a probe. */
  #note(error: Error): void {
    if (this.#unavailable) return;
    this.#unavailable = true;
    this.#parts.log.warn(
      { error: describeError(error), explanation: explainRedisError(error, this.#url) },
      'Redis unreachable; counting on this node only',
    );
    this.#probing = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
  }

  async #tryAgain(): Promise<void> {
    try {
      await inTime(this.#parts.probe());
      this.#unavailable = false;
      this.#parts.log.info('Redis reachable again');
    } catch {
      this.#probing = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
    }
  }
}

/**
 * Rejects when there is no reply in time. Waits in two halves plus one turn of the event loop: if this
 * process itself was blocked, the command may not have been sent or the reply not been read, and a single
 * timer would fire first. A busy node must not start to count alone, because that is when the limits are
 * needed most.
 */
function inTime<T>(outcome: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): unknown => setImmediate(() => reject(new Error('no answer in time')));
    let timer = setTimeout(() => (timer = setTimeout(late, TIMEOUT_MS / 2)), TIMEOUT_MS / 2);
    outcome.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
