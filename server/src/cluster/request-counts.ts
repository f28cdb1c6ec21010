import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#kit';
import { DrawnRequests, type DrawnFor, type DrawWish } from './drawn-requests.ts';
import { drawsKey, epochKey, leasesKey, readKey, ringKey } from './redis-keys.ts';
import { TakeBatch, type AskForTakes, type Take, type TakeAnswer } from './take-batch.ts';

const SWEEP_MS = 250;
const FIRST_RETRY_MS = 2;
const LONGEST_RETRY_MS = 50;
const NOTHING: DrawWish = { ahead: 0, number: 0, settled: 0, spent: Buffer.alloc(0) };

export interface RequestCountsParts {
  readonly ask: AskForTakes;
  readonly clock: Clock;
  /** The epoch in an answer, if it counts. */
  readonly readEpoch: (organizationId: string, epoch: string) => number | undefined;
  /** Whether a lease on this organization's epoch could be recalled. */
  readonly mayDraw: (organizationId: string) => boolean;
}

export interface CountedRequest {
  readonly waitMs: number;
  readonly epoch: number | undefined;
}

/**
 * Requests counted over all nodes, exactly. Callers far from their limit draw some requests ahead for a second, with a lease
 * on their organization's credential epoch, and spend them without asking. Others ask for each request.
 */
export class RequestCounts {
  readonly #parts: RequestCountsParts;
  readonly #takes: TakeBatch;
  readonly #drawn = new Map<string, Map<string, DrawnRequests>>();
  readonly #sweeping: NodeJS.Timeout;
  readonly #stopListening: () => void;

  constructor(parts: RequestCountsParts) {
    this.#parts = parts;
    this.#takes = new TakeBatch(parts.ask);
    this.#sweeping = setInterval(() => void this.#sweep(), SWEEP_MS).unref();
    this.#stopListening = parts.clock.onAdvance(() => this.#sweep());
  }

  /** Counts a request as one of those that were drawn; the organization's epoch, or undefined if it has to be asked for. */
  spend({ organizationId, counter, limit }: DrawnFor): number | undefined {
    return this.#drawn.get(organizationId)?.get(counter)?.spend(limit);
  }

  /** Counts one request that `spend` did not. Rejects with RedisUnavailable. */
  async take(request: DrawnFor): Promise<CountedRequest> {
    const { organizationId, counter, limit } = request;
    const drawn = this.#drawnOf(request);
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)) {
      const wish = drawn.wish(limit, this.#parts.mayDraw(organizationId)) ?? NOTHING;
      const { waitMs, openMs, epoch, ahead } = await this.#ask(drawn, request, 1, wish);
      if (ahead > 0) void this.#settle(drawn, drawn.giveBack());
      if (waitMs === 0 || openMs === 0)
        return { waitMs, epoch: this.#parts.readEpoch(organizationId, epoch) };
      // The limit is reached with what nodes have drawn and may not need. They were asked to give it back.
      await delay(Math.min(retryMs, openMs));
      const spent = this.#drawn.get(organizationId)?.get(counter)?.spend(limit);
      if (spent !== undefined) return { waitMs: 0, epoch: spent };
    }
  }

  /** Gives back what was drawn of the ring, or by anybody of the organization, with this key. */
  recall(key: string): void {
    const { organizationId, counter } = readKey(key);
    for (const drawn of this.#drawn.get(organizationId)?.values() ?? [])
      if (counter === undefined || drawn.drawnFor.counter === counter)
        void this.#settle(drawn, drawn.recall());
  }

  /** Nothing is spent any more of what was drawn over a connection that ended. */
  stop(): void {
    for (const drawn of this.#all()) drawn.stop();
  }

  /** Says what was spent of all draws, so that the rest counts no more. */
  async settle(counters?: {
    readonly organizationId: string;
    readonly counters: readonly string[];
  }): Promise<void> {
    const all = counters
      ? counters.counters.flatMap((name) => this.#drawn.get(counters.organizationId)?.get(name) ?? [])
      : [...this.#all()];
    await Promise.all(all.map((drawn) => this.#settle(drawn, drawn.recall())));
  }

  close(): void {
    clearInterval(this.#sweeping);
    this.#stopListening();
  }

  #drawnOf({ organizationId, counter, limit, windowMs }: DrawnFor): DrawnRequests {
    let ofOrganization = this.#drawn.get(organizationId);
    if (!ofOrganization) this.#drawn.set(organizationId, (ofOrganization = new Map()));
    let drawn = ofOrganization.get(counter);
    if (!drawn) {
      drawn = new DrawnRequests({ organizationId, counter, limit, windowMs }, this.#parts.clock);
      ofOrganization.set(counter, drawn);
      drawn.spend(limit);
    }
    return drawn;
  }

  async #ask(
    drawn: DrawnRequests,
    { organizationId, counter, limit, windowMs }: DrawnFor,
    requests: Take['requests'],
    wish: DrawWish,
  ): Promise<TakeAnswer> {
    const keys = {
      ring: ringKey(organizationId, counter),
      draws: drawsKey(organizationId, counter),
      leases: leasesKey(organizationId),
      epoch: epochKey(organizationId),
    };
    try {
      const answer = await this.#takes.take({ ...keys, limit, windowMs, requests, ...wish });
      const epoch = this.#parts.readEpoch(organizationId, answer.epoch);
      const { ahead, sentAtMs, countedAtMs } = answer;
      drawn.answered(wish, limit, { requests: ahead, epoch, sentAtMs, countedAtMs });
      return answer;
    } catch (error) {
      drawn.failed(wish);
      throw error;
    }
  }

  /** If it fails, the next sweep tries again. */
  async #settle(drawn: DrawnRequests, wish: DrawWish | undefined): Promise<void> {
    if (wish) await this.#ask(drawn, drawn.drawnFor, 0, wish).catch(() => undefined);
  }

  async #sweep(): Promise<void> {
    const settled: Promise<void>[] = [];
    for (const [organizationId, counters] of this.#drawn) {
      for (const [counter, drawn] of counters) {
        if (drawn.idle) counters.delete(counter);
        else settled.push(this.#settle(drawn, drawn.giveBack()));
      }
      if (counters.size === 0) this.#drawn.delete(organizationId);
    }
    await Promise.all(settled);
  }

  *#all(): Iterable<DrawnRequests> {
    for (const counters of this.#drawn.values()) yield* counters.values();
  }
}
