import { Redis } from 'ioredis';
import { describeError, type Clock, type Log } from '#kit';
import type {
  DrawRequest,
  SharedTake,
  SharedUse,
  TakeRequest,
  UseRequest,
  WindowDraw,
} from './counter-requests.ts';
import { EPOCH_SCRIPT, RATE_SCRIPT } from './rate-script.ts';
import { WINDOW_SCRIPT } from './window-script.ts';
import { SLOTS_SCRIPT } from './slots-script.ts';
import { USE_SCRIPT } from './use-script.ts';
import { TakeBatch, type Take, type TakeAnswer } from './take-batch.ts';

interface Scripts {
  svcTake(keys: number, ...keysAndNumbers: (string | number)[]): Promise<(number | string)[]>;
  svcEpoch(key: string, epoch: number): Promise<number>;
  svcDraw(
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

/** Redis did not answer. The node falls back to its own counters. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

/**
 * Request rates and credential epochs shared by several nodes, in Redis. Requests of one turn of the event loop
 * are counted in one batch. Redis may have missed epochs published around a broken connection, so after every reconnection
 * an epoch counts only once this node has published it again.
 */
export class SharedCounters {
  readonly #redis: Redis & Scripts;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #takes = new TakeBatch((takes) => this.#ask(() => this.#takeAll(takes)));
  #confirmed = new Set<string>();
  #connection = 0;
  #away = false;
  #closed = false;
  #probe: NodeJS.Timeout | undefined;

  constructor(url: string, { clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#log = log;
    const redis = new Redis(url, {
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
    });
    redis.on('error', (error) => this.#note(error));
    redis.on('close', () => {
      this.#confirmed = new Set();
      this.#connection++;
    });
    redis.defineCommand('svcTake', { lua: RATE_SCRIPT });
    redis.defineCommand('svcDraw', { numberOfKeys: 1, lua: WINDOW_SCRIPT });
    redis.defineCommand('svcUse', { lua: USE_SCRIPT });
    redis.defineCommand('svcEpoch', { numberOfKeys: 1, lua: EPOCH_SCRIPT });
    redis.defineCommand('svcSlots', { numberOfKeys: 4, lua: SLOTS_SCRIPT });
    this.#redis = redis as Redis & Scripts;
  }

  get away(): boolean {
    return this.#away || this.#redis.status !== 'ready';
  }

  /** Incremented whenever the connection ends: what Redis knew before may be lost. */
  get connection(): number {
    return this.#connection;
  }

  /** The offset of this node's test clock. */
  get offsetMs(): number {
    return this.#clock.offsetMs();
  }

  /** Counts one request. Rejects with RedisUnavailable. */
  async take({ organizationId, counter, limit, windowMs }: TakeRequest): Promise<SharedTake> {
    if (this.away) throw new RedisUnavailable();
    const take = { ring: ringKey(organizationId, counter), epoch: epochKey(organizationId), limit, windowMs };
    const [waitMs, epoch] = await this.#takes.take(take);
    return { waitMs, epoch: this.#known(organizationId, epoch) };
  }

  /** Reads the organization's credential epoch, if Redis knows it. Rejects with RedisUnavailable. */
  async readEpoch(organizationId: string): Promise<number | undefined> {
    return this.#known(
      organizationId,
      (await this.#ask(() => this.#redis.get(epochKey(organizationId)))) ?? '',
    );
  }

  /** Draws from a sliding minute shared by all nodes. Rejects with RedisUnavailable. */
  async drawWindow({
    organizationId,
    counter,
    limits,
    requests,
    inputTokens,
    back,
    recorded,
    surplus,
  }: DrawRequest): Promise<WindowDraw> {
    const numbers = [limits.requests, limits.inputTokens, limits.outputTokens, requests, inputTokens].concat(
      [back.tick, back.requests, back.inputTokens],
      [recorded.inputTokens, recorded.outputTokens, back.requestsAhead, back.inputTokensAhead],
      surplus.flatMap((counted) => [counted.tick, counted.requests, counted.inputTokens]),
    );
    const answer = await this.#ask(() =>
      this.#redis.svcDraw(windowKey(organizationId, counter), this.#clock.offsetMs(), ...numbers),
    );
    const [tick, requestsDrawn, inputDrawn, outputRoom, ...waits] = answer;
    const [forRequests, forInput, forOutput] = waits;
    return {
      tick,
      requests: requestsDrawn,
      inputTokens: inputDrawn,
      outputRoom,
      waits: { requests: forRequests, inputTokens: forInput, outputTokens: forOutput },
    };
  }

  /** Reads counts in one round trip and changes nothing. Rejects with RedisUnavailable. */
  async readUse({ organizationId, windows, counters, windowMs }: UseRequest): Promise<SharedUse> {
    const keys = [
      ...windows.map((window) => windowKey(organizationId, window)),
      ...counters.map((counter) => ringKey(organizationId, counter)),
    ];
    const numbers = [this.#clock.offsetMs(), windows.length, windowMs];
    const counts = await this.#ask(() => this.#redis.svcUse(keys.length, ...keys, ...numbers));
    return {
      windows: windows.map((_, index) => {
        const [requests, inputTokens, outputTokens] = counts.slice(3 * index);
        return { requests: requests!, inputTokens: inputTokens!, outputTokens: outputTokens! };
      }),
      requests: counts.slice(3 * windows.length),
    };
  }

  /** Publishes an epoch to every node. Rejects with RedisUnavailable. */
  async publishEpoch(organizationId: string, epoch: number): Promise<void> {
    await this.#ask(() => this.#redis.svcEpoch(epochKey(organizationId), epoch));
    this.#confirmed.add(organizationId);
  }

  /** Runs one claim to an engine's slots through `SLOTS_SCRIPT`. Rejects with RedisUnavailable. */
  claimSlots(engine: string, claim: readonly (string | number)[]): Promise<number[]> {
    const keys = `svc:{engine:${engine}}`;
    return this.#ask(() =>
      this.#redis.svcSlots(
        `${keys}:leases`,
        `${keys}:organizations`,
        `${keys}:slots`,
        `${keys}:emptied`,
        ...claim,
      ),
    );
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#probe);
    this.#redis.disconnect();
  }

  async #takeAll(takes: readonly Take[]): Promise<readonly TakeAnswer[]> {
    const keys = takes.flatMap(({ ring, epoch }) => [ring, epoch]);
    const numbers = takes.flatMap(({ limit, windowMs }) => [limit, windowMs]);
    const answer = await this.#redis.svcTake(keys.length, ...keys, this.#clock.offsetMs(), ...numbers);
    return takes.map((_, index) => [answer[2 * index] as number, answer[2 * index + 1] as string]);
  }

  #known(organizationId: string, epoch: string): number | undefined {
    return epoch === '' || !this.#confirmed.has(organizationId) ? undefined : Number(epoch);
  }

  async #ask<T>(command: () => Promise<T>): Promise<T> {
    if (this.away) throw new RedisUnavailable();
    try {
      return await inTime(command());
    } catch (error) {
      this.#note(error as Error);
      throw new RedisUnavailable(undefined, { cause: error });
    }
  }

  /** From here on no request waits for Redis until it answers a probe. */
  #note(error: Error): void {
    if (this.#away) return;
    this.#away = true;
    this.#log.warn({ error: describeError(error) }, 'Redis unreachable; counting on this node only');
    this.#probe = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
  }

  /**
   * Probes with the command that requests use: a Redis that is out of memory or read-only still answers PING.
   */
  async #tryAgain(): Promise<void> {
    try {
      await inTime(
        this.#takeAll([{ ring: ringKey('probe', 'probe'), epoch: epochKey('probe'), limit: 1, windowMs: 1 }]),
      );
      this.#away = false;
      this.#log.info('Redis reachable again');
    } catch {
      this.#probe = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
    }
  }
}

/**
 * Rejects when there is no reply in time. Waits in two halves plus one turn of the event loop: if this
 * process itself was blocked, the command may not have been sent or the reply not been read, and a single
 * timer would fire first. A busy node must not start to count alone, because that is when the limits are
 * needed most.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): unknown => setImmediate(() => reject(new Error('no answer in time')));
    let timer = setTimeout(() => (timer = setTimeout(late, TIMEOUT_MS / 2)), TIMEOUT_MS / 2);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// The braces keep one organization's keys in the same slot of a Redis cluster.
const ringKey = (organizationId: string, counter: string): string =>
  `svc:{${organizationId}}:rate:${counter}`;
const windowKey = (organizationId: string, counter: string): string =>
  `svc:{${organizationId}}:minute:${counter}`;
const epochKey = (organizationId: string): string => `svc:{${organizationId}}:epoch`;
