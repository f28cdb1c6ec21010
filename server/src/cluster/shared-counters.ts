import { Redis } from 'ioredis';
import { describeError, type Clock, type Log } from '#kit';
import { EPOCH_SCRIPT, RATE_SCRIPT } from './rate-script.ts';

export interface SharedTake {
  /** Milliseconds until there is room; 0: the request was counted. */
  readonly waitMs: number;
  /** The organization's credential epoch, where the counters know it. */
  readonly epoch: number | undefined;
}

export interface TakeRequest {
  readonly organizationId: string;
  /** Whose count it is, within the organization. */
  readonly counter: string;
  readonly limit: number;
  readonly windowMs: number;
}

interface Scripts {
  svcTake(ring: string, epoch: string, limit: number, windowMs: number, offsetMs: number): Promise<[number, string | null]>;
  svcEpoch(key: string, epoch: number): Promise<number>;
}

/** How long a request waits for the counters before its node counts alone. */
const TIMEOUT_MS = 250;
/** How long they are left alone after they did not answer. */
const PAUSE_MS = 500;

/** The counters could not be asked. The node falls back to its own. */
export class CountersAway extends Error {
  override readonly name = 'CountersAway';
}

/**
 * Request rates and credential epochs that several nodes share, in Redis. Commands of one turn of the event loop travel
 * together. What an organization's epoch was before the connection broke may have been missed by Redis: after every
 * reconnection an epoch counts only once this node has published it again.
 */
export class SharedCounters {
  readonly #redis: Redis & Scripts;
  readonly #clock: Clock;
  readonly #log: Log;
  #confirmed = new Set<string>();
  #away = false;
  #closed = false;
  #probe: NodeJS.Timeout | undefined;

  constructor(url: string, { clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
    const redis = new Redis(url, {
      lazyConnect: false,
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // For the connection's own questions; requests wait for less.
      commandTimeout: 2000,
      connectTimeout: 2000,
      retryStrategy: () => PAUSE_MS,
    });
    redis.on('error', (error) => this.#note(error));
    redis.on('close', () => (this.#confirmed = new Set()));
    redis.defineCommand('svcTake', { numberOfKeys: 2, lua: RATE_SCRIPT });
    redis.defineCommand('svcEpoch', { numberOfKeys: 1, lua: EPOCH_SCRIPT });
    this.#redis = redis as Redis & Scripts;
  }

  get away(): boolean {
    return this.#away || this.#redis.status !== 'ready';
  }

  /** Counts one request. Rejects with CountersAway. */
  async take({ organizationId, counter, limit, windowMs }: TakeRequest): Promise<SharedTake> {
    const [waitMs, epoch] = await this.#ask(() =>
      this.#redis.svcTake(ringKey(organizationId, counter), epochKey(organizationId), limit, windowMs, this.#clock.offsetMs()),
    );
    return { waitMs, epoch: epoch === null || !this.#confirmed.has(organizationId) ? undefined : Number(epoch) };
  }

  /** Makes an epoch known to every node. Rejects with CountersAway. */
  async publishEpoch(organizationId: string, epoch: number): Promise<void> {
    await this.#ask(() => this.#redis.svcEpoch(epochKey(organizationId), epoch));
    this.#confirmed.add(organizationId);
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#probe);
    this.#redis.disconnect();
  }

  async #ask<T>(command: () => Promise<T>): Promise<T> {
    if (this.away) throw new CountersAway();
    try {
      return await inTime(command());
    } catch (error) {
      this.#note(error as Error);
      throw new CountersAway(undefined, { cause: error });
    }
  }

  /** From here on nobody waits for the counters, until they answer a question of our own. */
  #note(error: Error): void {
    if (this.#away) return;
    this.#away = true;
    this.#log.warn({ error: describeError(error) }, 'the shared counters are away: this node counts alone');
    this.#probe = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
  }

  /** Asks what requests ask: one that is out of memory or takes no writes answers a PING all the same. */
  async #tryAgain(): Promise<void> {
    try {
      await inTime(this.#redis.svcTake(ringKey('probe', 'probe'), epochKey('probe'), 1, 1, 0));
      this.#away = false;
      this.#log.info('the shared counters answer again');
    } catch {
      this.#probe = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
    }
  }
}

/**
 * Rejects when there is no answer in time. In two halves and one turn of the event loop: where this process itself stood
 * still, the question may not have left or the answer not been read, and a single timer would go off before either.
 * A node that is busy must not begin to count alone: then is when the limits are needed.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): unknown => setImmediate(() => reject(new Error('no answer in time')));
    let timer = setTimeout(() => (timer = setTimeout(late, TIMEOUT_MS / 2)), TIMEOUT_MS / 2);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// The braces keep one organization's keys together in a Redis cluster.
const ringKey = (organizationId: string, counter: string): string => `svc:{${organizationId}}:rate:${counter}`;
const epochKey = (organizationId: string): string => `svc:{${organizationId}}:epoch`;
