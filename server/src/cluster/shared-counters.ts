import { randomUUID } from 'node:crypto';
import type { Clock, Log } from '#kit';
import type {
  PrefetchRequest,
  SharedTake,
  SharedUse,
  TakeRequest,
  UseRequest,
  WindowPrefetch,
} from './counter-requests.ts';
import { RecallChannel } from './recall-channel.ts';
import { RedisConnection, RedisUnavailable } from './redis-connection.ts';
import { prefetchesKey, epochKey, leasesKey, ringKey, windowKey } from './redis-keys.ts';
import { RequestCounts } from './request-counts.ts';
import type { Take, TakeOutcome } from './take-batch.ts';

type TakeParts = [waitMs: number, openMs: number, ahead: number, epoch: string];

const PROBE: Take = {
  ring: ringKey('probe', 'probe'),
  prefetches: prefetchesKey('probe', 'probe'),
  leases: leasesKey('probe'),
  epoch: epochKey('probe'),
  limit: 1,
  windowMs: 1,
  requests: 1,
  ahead: 0,
  number: 0,
  settled: 0,
  spent: Buffer.alloc(0),
  recall: 0,
};

/**
 * Request rates and credential epochs shared by several nodes, in Redis. Requests of one turn of the event loop
 * are counted in one batch. Redis may have missed epochs published around a broken connection, so after every reconnection
 * an epoch counts only once this node has published it again.
 */
export class SharedCounters {
  readonly #node = randomUUID();
  readonly #clock: Clock;
  readonly #connection: RedisConnection;
  readonly #recalls: RecallChannel;
  readonly #requests: RequestCounts;
  #confirmed = new Set<string>();

  constructor(url: string, { clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock;
    this.#connection = new RedisConnection(url, {
      log,
      onEnd: () => {
        this.#confirmed = new Set();
        this.#requests.stop();
      },
      probe: () => this.#takeAll([PROBE]),
    });
    this.#recalls = new RecallChannel(url, log, (key) => this.#requests.recall(key));
    this.#requests = new RequestCounts({
      ask: (takes) => this.#connection.ask(() => this.#takeAll(takes)),
      clock,
      log,
      readEpoch: (organizationId, epoch) => this.#known(organizationId, epoch),
      knows: (organizationId) => this.#confirmed.has(organizationId),
      receivesRecalls: () => this.#recalls.open,
    });
  }

  get unavailable(): boolean {
    return this.#connection.unavailable;
  }

  /** Incremented whenever the connection ends: what Redis knew before may be lost. */
  get connection(): number {
    return this.#connection.number;
  }

  get closed(): boolean {
    return this.#connection.closed;
  }

  /** The offset of this node's test clock. */
  get offsetMs(): number {
    return this.#clock.offsetMs();
  }

  /**
   * Counts one request: at once where this node has drawn some ahead, otherwise in Redis. Rejects or throws
   * RedisUnavailable.
   */
  take(request: TakeRequest): SharedTake | Promise<SharedTake> {
    if (this.unavailable) throw new RedisUnavailable();
    const epoch = this.#requests.spend(request);
    return epoch === undefined ? this.#requests.take(request) : { waitMs: 0, epoch };
  }

  /**
   * The organization's credential epoch, if Redis knows it: at once where this node has leased it. Rejects or throws
   * RedisUnavailable.
   */
  readEpoch(organizationId: string): number | undefined | Promise<number | undefined> {
    if (this.unavailable) throw new RedisUnavailable();
    return this.#requests.readEpoch(organizationId);
  }

  /** Draws from a sliding minute shared by all nodes. Rejects with RedisUnavailable. */
  async prefetchFromWindow({
    organizationId,
    counter,
    limits,
    requests,
    inputTokens,
    back,
    recorded,
    surplus,
  }: PrefetchRequest): Promise<WindowPrefetch> {
    const numbers = [limits.requests, limits.inputTokens, limits.outputTokens, requests, inputTokens].concat(
      [back.tick, back.requests, back.inputTokens],
      [recorded.inputTokens, recorded.outputTokens, back.requestsAhead, back.inputTokensAhead],
      surplus.flatMap((counted) => [counted.tick, counted.requests, counted.inputTokens]),
    );
    const outcome = await this.#connection.ask((redis) =>
      redis.svcPrefetch(windowKey(organizationId, counter), this.#clock.offsetMs(), ...numbers),
    );
    const [tick, requestsPrefetched, inputPrefetched, outputRoom, ...waits] = outcome;
    const [forRequests, forInput, forOutput] = waits;
    return {
      tick,
      requests: requestsPrefetched,
      inputTokens: inputPrefetched,
      outputRoom,
      waits: { requests: forRequests, inputTokens: forInput, outputTokens: forOutput },
    };
  }

  /** Tells Redis what this node has spent of its draws of these counts: rings do not show it. */
  settle(organizationId: string, counters: readonly string[]): Promise<void> {
    return this.#requests.settle(organizationId, counters);
  }

  /** Settles draws whose leases are over. Until then they count as spent. Called every quarter of a second. */
  settleOver(): Promise<void> {
    return this.#requests.settleOver();
  }

  /** Reads counts in one round trip and changes nothing. Rejects with RedisUnavailable. */
  async readUse({ organizationId, windows, counters, windowMs }: UseRequest): Promise<SharedUse> {
    const keys = [
      ...windows.map((window) => windowKey(organizationId, window)),
      ...counters.map((counter) => ringKey(organizationId, counter)),
    ];
    const numbers = [this.#clock.offsetMs(), windows.length, windowMs];
    const counts = await this.#connection.ask((redis) => redis.svcUse(keys.length, ...keys, ...numbers));
    return {
      windows: windows.map((_, index) => {
        const [requests, inputTokens, outputTokens] = counts.slice(3 * index);
        return { requests: requests!, inputTokens: inputTokens!, outputTokens: outputTokens! };
      }),
      requests: counts.slice(3 * windows.length),
    };
  }

  /**
   * Publishes an epoch to every node. If it rose, or with `announce`, nodes are asked to give back leases that came with an
   * earlier one. Resolves with when these are over at the latest, by the clock of Redis, or undefined if there are none.
   * Rejects with RedisUnavailable.
   */
  async publishEpoch(
    organizationId: string,
    epoch: number,
    { announce }: { readonly announce: boolean },
  ): Promise<number | undefined> {
    const keys = [epochKey(organizationId), leasesKey(organizationId)] as const;
    const leasedUntilMs = await this.#connection.ask((redis) =>
      redis.svcEpoch(...keys, epoch, announce ? 1 : 0),
    );
    this.#confirmed.add(organizationId);
    return leasedUntilMs || undefined;
  }

  /** Milliseconds since Redis was reached again; Infinity if it was never away. */
  get reachedAgainMs(): number {
    return this.#connection.reachedAgainMs;
  }

  /** Whether a lease that ends until then is in force. Rejects with RedisUnavailable. */
  async isLeased(organizationId: string, untilMs: number): Promise<boolean> {
    const leases = leasesKey(organizationId);
    return (await this.#connection.ask((redis) => redis.svcLeases(leases, untilMs))) > 0;
  }

  /** Runs one claim to an engine's slots through `SLOTS_SCRIPT`. Rejects with RedisUnavailable. */
  claimSlots(engine: string, claim: readonly (string | number)[]): Promise<number[]> {
    const keys = `svc:{engine:${engine}}`;
    const names = [`${keys}:leases`, `${keys}:organizations`, `${keys}:slots`, `${keys}:emptied`] as const;
    return this.#connection.ask((redis) => redis.svcSlots(...names, ...claim));
  }

  /** Gives back what this node has drawn or is drawing: it would count for another minute. */
  async close(): Promise<void> {
    // From here on nothing is drawn.
    this.#recalls.close();
    if (!this.unavailable) await this.#requests.close();
    this.#connection.close();
  }

  async #takeAll(takes: readonly Take[]): Promise<readonly TakeOutcome[]> {
    const keys = takes.flatMap(({ ring, prefetches, leases, epoch }) => [ring, prefetches, leases, epoch]);
    const parts = takes.flatMap(({ limit, windowMs, requests, ahead, number, settled, recall, spent }) => [
      limit,
      windowMs,
      requests,
      ahead,
      number,
      settled,
      recall,
      spent,
    ]);
    const sentAtMs = this.#clock.monotonicMs();
    const { redis } = this.#connection;
    const outcome = await redis.svcTake(keys.length, ...keys, this.#clock.offsetMs(), this.#node, ...parts);
    const countedAtMs = outcome[0] as number;
    return takes.map((_, index) => {
      const [waitMs, openMs, ahead, epoch] = outcome.slice(1 + 4 * index, 5 + 4 * index) as TakeParts;
      return { waitMs, openMs, ahead, epoch, sentAtMs, countedAtMs };
    });
  }

  #known(organizationId: string, epoch: string): number | undefined {
    return epoch === '' || !this.#confirmed.has(organizationId) ? undefined : Number(epoch);
  }
}
