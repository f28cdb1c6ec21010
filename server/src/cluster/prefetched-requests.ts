import type { Clock } from '#kit';
import { LEASE_MS } from './rate-script.ts';

const SECOND_MS = 1000;
/** Callers with fewer requests a second draw nothing: giving back what is not spent takes a question of its own. */
const MIN_AHEAD = 4;
/** A larger part of the limit would be missing to other nodes. */
const SHARE = 16;
const NOTHING = Buffer.alloc(0);
/** Of requests that are not counted: what is drawn is only the lease on the epoch. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export interface PrefetchTarget {
  readonly organizationId: string;
  /** The key of the count within the organization. */
  readonly counter: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Requests that Redis counted ahead, and what was spent of them. */
interface Prefetch {
  readonly number: number;
  readonly limit: number;
  readonly epoch: number;
  readonly untilMs: number;
  /** Added to this node's clock it is the time of Redis, or a round trip later. */
  readonly aheadOfUsMs: number;
  left: number;
  settling: boolean;
  /** Pairs: ms by the clock of Redis, requests. */
  readonly spent: number[];
}

/** What to ask for along with a request. */
export interface PrefetchWish {
  readonly ahead: number;
  /** Of the draw that is asked for, or the last one. */
  readonly number: number;
  /** The draw that the same question settles, 0 for none, and what was spent of it. */
  readonly settled: number;
  readonly spent: Buffer;
}

export interface PrefetchGrant {
  readonly requests: number;
  readonly epoch: number | undefined;
  /** When the question was sent, by this node's clock, and counted, by that of Redis. */
  readonly sentAtMs: number;
  readonly countedAtMs: number;
}

/**
 * What this node has drawn of one caller's requests. It draws as many as came within the last second, and at most a
 * sixteenth of the limit.
 */
export class PrefetchedRequests {
  readonly target: PrefetchTarget;
  readonly #clock: Clock;
  #prefetch: Prefetch | undefined;
  #asking = false;
  /** What is asked for was recalled before the answer was there. */
  #recalled = false;
  #number = 0;
  #secondEndsMs = 0;
  #thisSecond = 0;
  #lastSecond = 0;

  constructor(target: PrefetchTarget, clock: Clock) {
    this.target = target;
    this.#clock = clock;
  }

  /** Counts one request as wanted. */
  note(): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#secondEndsMs) {
      this.#lastSecond = nowMs < this.#secondEndsMs + SECOND_MS ? this.#thisSecond : 0;
      this.#thisSecond = 0;
      this.#secondEndsMs = nowMs + SECOND_MS;
    }
    this.#thisSecond++;
  }

  /** Counts one request as spent of what was drawn; the epoch that came with it, or undefined if Redis must be asked. */
  spend(limit: number): number | undefined {
    const nowMs = this.#clock.monotonicMs();
    const prefetch = this.#prefetch;
    if (!prefetch || prefetch.left === 0 || nowMs >= prefetch.untilMs || prefetch.limit !== limit)
      return undefined;
    if (limit === NO_LIMIT) return prefetch.epoch;
    prefetch.left--;
    const { spent } = prefetch;
    const atMs = Math.ceil(nowMs + prefetch.aheadOfUsMs);
    if (spent.at(-2) === atMs) spent[spent.length - 1]!++;
    else spent.push(atMs, 1);
    return prefetch.epoch;
  }

  /** What a request that asks Redis asks for besides: the next draw if `mayPrefetch`, and to settle what is over. */
  wish(limit: number, mayPrefetch: () => boolean): PrefetchWish | undefined {
    if (this.#asking || this.#prefetch?.settling) return undefined;
    const over = this.#prefetch && this.#isOver(this.#prefetch) ? this.#prefetch : undefined;
    const room = Math.floor(limit / SHARE);
    const demand = Math.min(Math.max(this.#thisSecond, this.#lastSecond), room);
    const ahead = demand >= MIN_AHEAD && (over || !this.#prefetch) && mayPrefetch() ? demand : 0;
    if (!over && ahead === 0) return undefined;
    this.#asking = ahead > 0;
    this.#recalled = false;
    if (ahead > 0) this.#number++;
    return { ahead, number: this.#number, ...this.#settle(over) };
  }

  /** What to settle because others need what is left. */
  recall(): PrefetchWish | undefined {
    this.#recalled = true;
    const prefetch = this.#prefetch;
    return prefetch && !prefetch.settling
      ? { ahead: 0, number: this.#number, ...this.#settle(prefetch) }
      : undefined;
  }

  /** What to settle because its lease is over, or because it was recalled before it was there. */
  release(): PrefetchWish | undefined {
    const prefetch = this.#prefetch;
    if (!prefetch || prefetch.settling) return undefined;
    if (!this.#recalled && this.#clock.monotonicMs() < prefetch.untilMs) return undefined;
    return { ahead: 0, number: this.#number, ...this.#settle(prefetch) };
  }

  /** The question with this wish was answered. */
  settleWish(wish: PrefetchWish, limit: number, granted: PrefetchGrant): void {
    if (wish.settled === this.#prefetch?.number) this.#prefetch = undefined;
    if (wish.ahead === 0) return;
    this.#asking = false;
    if (granted.requests === 0) return;
    const { epoch, requests, sentAtMs, countedAtMs } = granted;
    this.#prefetch = newPrefetch({
      number: wish.number,
      limit,
      epoch: epoch ?? 0,
      left: epoch === undefined || this.#recalled ? 0 : requests,
      // Counted from the question: the lease in Redis began no earlier.
      untilMs: sentAtMs + LEASE_MS,
      aheadOfUsMs: countedAtMs - sentAtMs,
    });
  }

  /** The question with this wish was not answered, but it may have been counted. What it drew is given back. */
  failed(wish: PrefetchWish): void {
    if (wish.ahead > 0) this.#asking = false;
    if (wish.settled === this.#prefetch?.number) this.#prefetch.settling = false;
    else if (!this.#prefetch && wish.ahead > 0)
      this.#prefetch = newPrefetch({ number: wish.number, untilMs: this.#clock.monotonicMs() + LEASE_MS });
  }

  /** From here on nothing of what was drawn is spent. */
  stop(): void {
    if (this.#prefetch) this.#prefetch.left = 0;
  }

  /** Nothing is remembered that anybody needs. */
  get idle(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#prefetch && nowMs >= this.#prefetch.untilMs + this.target.windowMs) this.#prefetch = undefined;
    return !this.#prefetch && !this.#asking && nowMs >= this.#secondEndsMs + SECOND_MS;
  }

  #isOver(prefetch: Prefetch): boolean {
    return prefetch.left === 0 || this.#clock.monotonicMs() >= prefetch.untilMs;
  }

  #settle(prefetch: Prefetch | undefined): Pick<PrefetchWish, 'settled' | 'spent'> {
    if (!prefetch) return { settled: 0, spent: NOTHING };
    prefetch.settling = true;
    prefetch.left = 0;
    const spent = Buffer.allocUnsafe(8 * prefetch.spent.length);
    for (const [index, value] of prefetch.spent.entries()) spent.writeDoubleBE(value, 8 * index);
    return { settled: prefetch.number, spent };
  }
}

/** Nothing of it is left to spend unless `parts` say so. */
function newPrefetch(parts: Pick<Prefetch, 'number' | 'untilMs'> & Partial<Prefetch>): Prefetch {
  return { limit: 0, epoch: 0, left: 0, aheadOfUsMs: 0, settling: false, spent: [], ...parts };
}
