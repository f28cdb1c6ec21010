import { describeError, type Clock, type Log } from '#kit';
import { DrawnRequests, NO_LIMIT, type DrawnFor, type DrawWish } from './drawn-requests.ts';
import { LEASE_MS, SETTLE_MS } from './rate-script.ts';
import { RedisUnavailable } from './redis-connection.ts';
import { drawsKey, epochKey, leasesKey, readKey, ringKey } from './redis-keys.ts';
import { TakeBatch, type AskForTakes, type Take, type TakeAnswer } from './take-batch.ts';
import { WaitingRequests, type CountedRequest } from './waiting-requests.ts';

/** In the place of a key of a count. */
const UNCOUNTED = 'uncounted';
const NO_WISH = { ahead: 0, number: 0, settled: 0, spent: Buffer.alloc(0) } satisfies DrawWish;

export interface RequestCountsParts {
  readonly ask: AskForTakes;
  readonly clock: Clock;
  readonly log: Log;
  /** The epoch in an answer, if it counts. */
  readonly readEpoch: (organizationId: string, epoch: string) => number | undefined;
  /** Whether epochs of this organization count. */
  readonly knows: (organizationId: string) => boolean;
  /** Whether what is drawn could be recalled. */
  readonly hearsRecalls: () => boolean;
}

/**
 * Requests counted over all nodes, exactly. Callers far from their limit draw some requests ahead for a second, with a lease
 * on their organization's credential epoch, and spend them without asking. Others ask for each request.
 */
export class RequestCounts {
  readonly #parts: RequestCountsParts;
  readonly #takes: TakeBatch;
  readonly #drawn = new Map<string, Map<string, DrawnRequests>>();
  readonly #waiting = new Map<DrawnRequests, WaitingRequests>();
  /** Questions under way that draw or settle. */
  readonly #wishes = new Set<Promise<TakeAnswer>>();
  #reported = false;

  constructor(parts: RequestCountsParts) {
    this.#parts = parts;
    this.#takes = new TakeBatch(parts.ask);
  }

  /** Counts a request as one of those that were drawn; the organization's epoch, or undefined if it has to be asked for. */
  spend({ organizationId, counter, limit }: DrawnFor): number | undefined {
    const drawn = this.#drawn.get(organizationId)?.get(counter);
    drawn?.note();
    return drawn?.spend(limit);
  }

  /** Counts one request that `spend` did not, if it has a limit. Rejects with RedisUnavailable. */
  async take(request: DrawnFor): Promise<CountedRequest> {
    const { organizationId } = request;
    const drawn = this.#drawnOf(request);
    const waiting = drawn && this.#waiting.get(drawn);
    if (waiting) return waiting.join(request);
    const wish = drawn?.wish(request.limit, this.#parts.hearsRecalls) ?? NO_WISH;
    const requests = request.limit === NO_LIMIT ? 0 : 1;
    const { waitMs, openMs, epoch } = await this.#ask(drawn, request, wish, { requests, recall: 0 });
    if (waitMs > 0 && openMs > 0 && drawn) return this.#waitFor(drawn, request);
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
    for (const drawn of this.#drawn.get(organizationId)?.values() ?? []) {
      if (counter !== undefined && drawn.drawnFor.counter !== counter) continue;
      const wish = drawn.recall();
      if (wish) void this.#settle(drawn, wish);
    }
  }

  /** Nothing is spent any more of what was drawn over a connection that ended. */
  stop(): void {
    for (const drawn of this.#all()) drawn.stop();
  }

  /** Says what was spent of these draws, so that the rest counts no more. */
  async settle(organizationId: string, counters: readonly string[]): Promise<void> {
    const all = counters.flatMap((counter) => this.#drawn.get(organizationId)?.get(counter) ?? []);
    await this.#settleAll(all, (drawn) => drawn.recall());
  }

  /** Gives back all that is drawn or being drawn. Resolves when Redis has answered, or did not in time. */
  async close(): Promise<void> {
    await this.#settleAll(this.#all(), (drawn) => drawn.recall());
    while (this.#wishes.size > 0) await Promise.allSettled(this.#wishes);
  }

  /** Settles draws whose leases are over, and forgets callers of whom nothing is drawn. */
  async settleOver(): Promise<void> {
    for (const [organizationId, counters] of this.#drawn) {
      for (const [counter, drawn] of counters) if (drawn.idle) counters.delete(counter);
      if (counters.size === 0) this.#drawn.delete(organizationId);
    }
    await this.#settleAll(this.#all(), (drawn) => drawn.giveBack());
  }

  /** Undefined where nothing may be drawn. */
  #drawnOf(request: DrawnFor): DrawnRequests | undefined {
    const { organizationId, counter } = request;
    let ofOrganization = this.#drawn.get(organizationId);
    const known = ofOrganization?.get(counter);
    if (known || !this.#parts.knows(organizationId)) return known;
    if (!ofOrganization) this.#drawn.set(organizationId, (ofOrganization = new Map()));
    const drawn = new DrawnRequests(request, this.#parts.clock);
    ofOrganization.set(counter, drawn);
    drawn.note();
    return drawn;
  }

  /** The limit is reached with what nodes have drawn and may not need. */
  #waitFor(drawn: DrawnRequests, request: DrawnFor): Promise<CountedRequest> {
    const waiting =
      this.#waiting.get(drawn) ??
      new WaitingRequests({
        spend: ({ limit }) => drawn.spend(limit),
        ask: async (first) => {
          const wish = drawn.wish(first.limit, () => false) ?? NO_WISH;
          const answer = await this.#ask(drawn, first, wish, { requests: 1, recall: 1 });
          return { ...answer, epoch: this.#parts.readEpoch(first.organizationId, answer.epoch) };
        },
        atMostMs: LEASE_MS + SETTLE_MS,
        onEnd: () => this.#waiting.delete(drawn),
      });
    this.#waiting.set(drawn, waiting);
    return waiting.join(request);
  }

  #ask(
    drawn: DrawnRequests | undefined,
    request: DrawnFor,
    wish: DrawWish,
    question: Pick<Take, 'requests' | 'recall'>,
  ): Promise<TakeAnswer> {
    const asked = this.#askRedis(drawn, request, wish, question);
    if (wish === NO_WISH) return asked;
    this.#wishes.add(asked);
    const forget = (): unknown => this.#wishes.delete(asked);
    asked.then(forget, forget);
    return asked;
  }

  async #askRedis(
    drawn: DrawnRequests | undefined,
    { organizationId, counter, limit, windowMs }: DrawnFor,
    wish: DrawWish,
    question: Pick<Take, 'requests' | 'recall'>,
  ): Promise<TakeAnswer> {
    const keys = {
      ring: ringKey(organizationId, counter),
      draws: drawsKey(organizationId, counter),
      leases: leasesKey(organizationId),
      epoch: epochKey(organizationId),
    };
    try {
      const answer = await this.#takes.take({ ...keys, limit, windowMs, ...wish, ...question });
      if (drawn) this.#answered(drawn, limit, wish, answer);
      return answer;
    } catch (error) {
      drawn?.failed(wish);
      throw error;
    }
  }

  #answered(drawn: DrawnRequests, limit: number, wish: DrawWish, answer: TakeAnswer): void {
    const { ahead, epoch, sentAtMs, countedAtMs } = answer;
    const known = this.#parts.readEpoch(drawn.drawnFor.organizationId, epoch);
    drawn.answered(wish, limit, { requests: ahead, epoch: known, sentAtMs, countedAtMs });
    const recalled = ahead > 0 ? drawn.giveBack() : undefined;
    if (recalled) void this.#settle(drawn, recalled);
  }

  /** If it fails, `settleOver` tries again. */
  async #settle(drawn: DrawnRequests, wish: DrawWish): Promise<void> {
    try {
      await this.#ask(drawn, drawn.drawnFor, wish, { requests: 0, recall: 0 });
    } catch (error) {
      if (error instanceof RedisUnavailable || this.#reported) return;
      // Once: the next attempt will fail as well.
      this.#reported = true;
      this.#parts.log.error({ error: describeError(error) }, 'settling requests drawn ahead failed');
    }
  }

  async #settleAll(
    all: Iterable<DrawnRequests>,
    wishOf: (drawn: DrawnRequests) => DrawWish | undefined,
  ): Promise<void> {
    const settled: Promise<void>[] = [];
    for (const drawn of all) {
      const wish = wishOf(drawn);
      if (wish) settled.push(this.#settle(drawn, wish));
    }
    await Promise.all(settled);
  }

  *#all(): Iterable<DrawnRequests> {
    for (const counters of this.#drawn.values()) yield* counters.values();
  }
}
