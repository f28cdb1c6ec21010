import { Redis } from 'ioredis';
import { describeError, type Clock, type Log } from '#kit';
import { EPOCH_SCRIPT, RATE_SCRIPT } from './rate-script.ts';
import { WINDOW_SCRIPT } from './window-script.ts';

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

/** Asks for requests and input tokens of one sliding minute. */
export interface DrawRequest {
  readonly organizationId: string;
  /** Whose minute it is, within the organization. */
  readonly counter: string;
  readonly limits: Readonly<Record<'requests' | 'inputTokens' | 'outputTokens', number>>;
  readonly requests: number;
  readonly inputTokens: number;
  /** Of an earlier draw, not spent. */
  readonly back: Readonly<Record<'requests' | 'inputTokens' | 'tick', number>>;
  /** What calls took in the end, since the last question: a correction of their input, and their output. */
  readonly recorded: Readonly<Record<'inputTokens' | 'outputTokens', number>>;
}

export interface WindowDraw {
  /** At least what was asked for where there was room, to be spent within a second. */
  readonly requests: number;
  readonly inputTokens: number;
  /** What the limit leaves of output. */
  readonly outputRoom: number;
  /** To be named when something of it is given back. */
  readonly tick: number;
  /** Milliseconds until there is room for what was asked for and not granted; 0: there was. */
  readonly waits: Readonly<Record<'requests' | 'inputTokens' | 'outputTokens', number>>;
}

interface Scripts {
  svcTake(ring: string, epoch: string, limit: number, windowMs: number, offsetMs: number): Promise<[number, string | null]>;
  svcEpoch(key: string, epoch: number): Promise<number>;
  svcDraw(window: string, ...numbers: number[]): Promise<readonly [number, number, number, number, number, number, number]>;
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
      commandTimeout: TIMEOUT_MS,
      connectTimeout: 2000,
      retryStrategy: () => PAUSE_MS,
    });
    redis.on('error', (error) => this.#note(error));
    redis.on('close', () => (this.#confirmed = new Set()));
    redis.defineCommand('svcTake', { numberOfKeys: 2, lua: RATE_SCRIPT });
    redis.defineCommand('svcDraw', { numberOfKeys: 1, lua: WINDOW_SCRIPT });
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
    return { waitMs, epoch: this.#known(organizationId, epoch) };
  }

  /** The organization's credential epoch, where the counters know it. Rejects with CountersAway. */
  async readEpoch(organizationId: string): Promise<number | undefined> {
    return this.#known(organizationId, await this.#ask(() => this.#redis.get(epochKey(organizationId))));
  }

  /** Draws from a minute that all nodes share. Rejects with CountersAway. */
  async drawWindow({ organizationId, counter, limits, requests, inputTokens, back, recorded }: DrawRequest): Promise<WindowDraw> {
    const numbers = [limits.requests, limits.inputTokens, limits.outputTokens, requests, inputTokens].concat(
      [back.tick, back.requests, back.inputTokens],
      [recorded.inputTokens, recorded.outputTokens],
    );
    const answer = await this.#ask(() => this.#redis.svcDraw(windowKey(organizationId, counter), this.#clock.offsetMs(), ...numbers));
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

  #known(organizationId: string, epoch: string | null): number | undefined {
    return epoch === null || !this.#confirmed.has(organizationId) ? undefined : Number(epoch);
  }

  async #ask<T>(command: () => Promise<T>): Promise<T> {
    if (this.away) throw new CountersAway();
    try {
      return await command();
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

  async #tryAgain(): Promise<void> {
    try {
      await this.#redis.ping();
      this.#away = false;
      this.#log.info('the shared counters answer again');
    } catch {
      this.#probe = setTimeout(() => void this.#tryAgain(), PAUSE_MS).unref();
    }
  }
}

// The braces keep one organization's keys together in a Redis cluster.
const ringKey = (organizationId: string, counter: string): string => `svc:{${organizationId}}:rate:${counter}`;
const windowKey = (organizationId: string, counter: string): string => `svc:{${organizationId}}:minute:${counter}`;
const epochKey = (organizationId: string): string => `svc:{${organizationId}}:epoch`;
