import { describeError, type Clock, type Log } from '#kit';
import {
  PrefetchedRequests,
  NO_LIMIT,
  type PrefetchTarget,
  type PrefetchWish,
} from './prefetched-requests.ts';
import { LEASE_MS, SETTLE_MS } from './rate-script.ts';
import { RedisUnavailable } from './redis-connection.ts';
import { prefetchesKey, epochKey, leasesKey, readKey, ringKey } from './redis-keys.ts';
import { TakeBatch, type AskForTakes, type Take, type TakeOutcome } from './take-batch.ts';
import { WaitingRequests, type CountedRequest } from './waiting-requests.ts';

/** In the place of a key of a count. */
const UNCOUNTED = 'uncounted';
const NO_WISH = { ahead: 0, number: 0, settled: 0, spent: Buffer.alloc(0) } satisfies PrefetchWish;

export interface RequestCountsParts {
  readonly ask: AskForTakes;
  readonly clock: Clock;
  readonly log: Log;
  /** The epoch in an answer, if it counts. */
  readonly readEpoch: (organizationId: string, epoch: string) => number | undefined;
  /** Whether epochs of this organization count. */
  readonly knows: (organizationId: string) => boolean;
  /** Whether what is drawn could be recalled. */
  readonly receivesRecalls: () => boolean;
}

/**
 * Requests counted over all nodes, exactly. Callers far from their limit draw some requests ahead for a second, with a lease
 * on their organization's credential epoch, and spend them without asking. Others ask for each request.
 */
export class RequestCounts {
  readonly #parts: RequestCountsParts;
  readonly #takes: TakeBatch;
  readonly #prefetched = new Map<string, Map<string, PrefetchedRequests>>();
  readonly #waiting = new Map<PrefetchedRequests, WaitingRequests>();
  /** Questions under way that draw or settle. */
  readonly #wishes = new Set<Promise<TakeOutcome>>();
  #reported = false;

  constructor(parts: RequestCountsParts) {
    this.#parts = parts;
    this.#takes = new TakeBatch(parts.ask);
  }

  /** Counts a request as one of those that were drawn; the organization's epoch, or undefined if it has to be asked for. */
  spend({ organizationId, counter, limit }: PrefetchTarget): number | undefined {
    const prefetched = this.#prefetched.get(organizationId)?.get(counter);
    prefetched?.note();
    return prefetched?.spend(limit);
  }

  /** Counts one request that `spend` did not, if it has a limit. Rejects with RedisUnavailable. */
  async take(request: PrefetchTarget): Promise<CountedRequest> {
    const { organizationId } = request;
    const prefetched = this.#prefetchedOf(request);
    const waiting = prefetched && this.#waiting.get(prefetched);
    if (waiting) return waiting.join(request);
    const wish = prefetched?.wish(request.limit, this.#parts.receivesRecalls) ?? NO_WISH;
    const requests = request.limit === NO_LIMIT ? 0 : 1;
    const { waitMs, openMs, epoch } = await this.#ask(prefetched, request, wish, { requests, recall: 0 });
    if (waitMs > 0 && openMs > 0 && prefetched) return this.#waitFor(prefetched, request);
    return { waitMs, epoch: this.#parts.readEpoch(organizationId, epoch) };
  }

  /** The epoch for a request that is not counted: leased as with a draw, or asked for. Rejects with RedisUnavailable. */
  readEpoch(organizationId: string): number | undefined | Promise<number | undefined> {
    const uncounted = { organizationId, counter: UNCOUNTED, limit: NO_LIMIT, windowMs: LEASE_MS };
    return this.spend(uncounted) ?? this.take(uncounted).then(({ epoch }) => epoch);
  }

  /** Gives back what was drawn of the ring, or by anybody of the organization, with this key. */
  recall(key: string): void {
    const { organizationId, counter } = readKey(key);
    for (const prefetched of this.#prefetched.get(organizationId)?.values() ?? []) {
      if (counter !== undefined && prefetched.target.counter !== counter) continue;
      const wish = prefetched.recall();
      if (wish) void this.#settle(prefetched, wish);
    }
  }

  /** Nothing is spent any more of what was drawn over a connection that ended. */
  stop(): void {
    for (const prefetched of this.#all()) prefetched.stop();
  }

  /** Says what was spent of these draws, so that the rest counts no more. */
  async settle(organizationId: string, counters: readonly string[]): Promise<void> {
    const all = counters.flatMap((counter) => this.#prefetched.get(organizationId)?.get(counter) ?? []);
    await this.#settleAll(all, (prefetched) => prefetched.recall());
  }

  /** Gives back all that is drawn or being drawn. Resolves when Redis has answered, or did not in time. */
  async close(): Promise<void> {
    await this.#settleAll(this.#all(), (prefetched) => prefetched.recall());
    while (this.#wishes.size > 0) await Promise.allSettled(this.#wishes);
  }

  /** Settles draws whose leases are over, and forgets callers of whom nothing is drawn. */
  async settleOver(): Promise<void> {
    for (const [organizationId, counters] of this.#prefetched) {
      for (const [counter, prefetched] of counters) if (prefetched.idle) counters.delete(counter);
      if (counters.size === 0) this.#prefetched.delete(organizationId);
    }
    await this.#settleAll(this.#all(), (prefetched) => prefetched.release());
  }

  /** Undefined where nothing may be drawn. */
  #prefetchedOf(request: PrefetchTarget): PrefetchedRequests | undefined {
    const { organizationId, counter } = request;
    let ofOrganization = this.#prefetched.get(organizationId);
    const known = ofOrganization?.get(counter);
    if (known || !this.#parts.knows(organizationId)) return known;
    if (!ofOrganization) this.#prefetched.set(organizationId, (ofOrganization = new Map()));
    const prefetched = new PrefetchedRequests(request, this.#parts.clock);
    ofOrganization.set(counter, prefetched);
    prefetched.note();
    return prefetched;
  }

  /** The limit is reached with what nodes have drawn and may not need. */
  #waitFor(prefetched: PrefetchedRequests, request: PrefetchTarget): Promise<CountedRequest> {
    const waiting =
      this.#waiting.get(prefetched) ??
      new WaitingRequests({
        spend: ({ limit }) => prefetched.spend(limit),
        ask: async (first) => {
          const wish = prefetched.wish(first.limit, () => false) ?? NO_WISH;
          const outcome = await this.#ask(prefetched, first, wish, { requests: 1, recall: 1 });
          return { ...outcome, epoch: this.#parts.readEpoch(first.organizationId, outcome.epoch) };
        },
        atMostMs: LEASE_MS + SETTLE_MS,
        onEnd: () => this.#waiting.delete(prefetched),
      });
    this.#waiting.set(prefetched, waiting);
    return waiting.join(request);
  }

  #ask(
    prefetched: PrefetchedRequests | undefined,
    request: PrefetchTarget,
    wish: PrefetchWish,
    question: Pick<Take, 'requests' | 'recall'>,
  ): Promise<TakeOutcome> {
    const asked = this.#askRedis(prefetched, request, wish, question);
    if (wish === NO_WISH) return asked;
    this.#wishes.add(asked);
    const forget = (): unknown => this.#wishes.delete(asked);
    asked.then(forget, forget);
    return asked;
  }

  async #askRedis(
    prefetched: PrefetchedRequests | undefined,
    { organizationId, counter, limit, windowMs }: PrefetchTarget,
    wish: PrefetchWish,
    question: Pick<Take, 'requests' | 'recall'>,
  ): Promise<TakeOutcome> {
    const keys = {
      ring: ringKey(organizationId, counter),
      prefetches: prefetchesKey(organizationId, counter),
      leases: leasesKey(organizationId),
      epoch: epochKey(organizationId),
    };
    try {
      const outcome = await this.#takes.take({ ...keys, limit, windowMs, ...wish, ...question });
      if (prefetched) this.#settleWish(prefetched, limit, wish, outcome);
      return outcome;
    } catch (error) {
      prefetched?.failed(wish);
      throw error;
    }
  }

  #settleWish(prefetched: PrefetchedRequests, limit: number, wish: PrefetchWish, outcome: TakeOutcome): void {
    const { ahead, epoch, sentAtMs, countedAtMs } = outcome;
    const known = this.#parts.readEpoch(prefetched.target.organizationId, epoch);
    prefetched.settleWish(wish, limit, { requests: ahead, epoch: known, sentAtMs, countedAtMs });
    const recalled = ahead > 0 ? prefetched.release() : undefined;
    if (recalled) void this.#settle(prefetched, recalled);
  }

  /** If it fails, `settleOver` tries again. */
  async #settle(prefetched: PrefetchedRequests, wish: PrefetchWish): Promise<void> {
    try {
      await this.#ask(prefetched, prefetched.target, wish, { requests: 0, recall: 0 });
    } catch (error) {
      if (error instanceof RedisUnavailable || this.#reported) return;
      // Once: the next attempt will fail as well.
      this.#reported = true;
      this.#parts.log.error({ error: describeError(error) }, 'settling requests drawn ahead failed');
    }
  }

  async #settleAll(
    all: Iterable<PrefetchedRequests>,
    wishOf: (prefetched: PrefetchedRequests) => PrefetchWish | undefined,
  ): Promise<void> {
    const settled: Promise<void>[] = [];
    for (const prefetched of all) {
      const wish = wishOf(prefetched);
      if (wish) settled.push(this.#settle(prefetched, wish));
    }
    await Promise.all(settled);
  }

  *#all(): Iterable<PrefetchedRequests> {
    for (const counters of this.#prefetched.values()) yield* counters.values();
  }
}
