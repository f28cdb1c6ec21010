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

export interface DrawnFor {
  readonly organizationId: string;
  /** The key of the count within the organization. */
  readonly counter: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Requests that Redis counted ahead, and what was spent of them. */
interface Draw {
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
export interface DrawWish {
  readonly ahead: number;
  /** Of the draw that is asked for, or the last one. */
  readonly number: number;
  /** The draw that the same question settles, 0 for none, and what was spent of it. */
  readonly settled: number;
  readonly spent: Buffer;
}

export interface DrawGranted {
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
export class DrawnRequests {
  readonly drawnFor: DrawnFor;
  readonly #clock: Clock;
  #draw: Draw | undefined;
  #asking = false;
  /** What is asked for was recalled before the answer was there. */
  #recalled = false;
  #number = 0;
  #secondEndsMs = 0;
  #thisSecond = 0;
  #lastSecond = 0;

  constructor(drawnFor: DrawnFor, clock: Clock) {
    this.drawnFor = drawnFor;
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
    const draw = this.#draw;
    if (!draw || draw.left === 0 || nowMs >= draw.untilMs || draw.limit !== limit) return undefined;
    if (limit === NO_LIMIT) return draw.epoch;
    draw.left--;
    const { spent } = draw;
    const atMs = Math.ceil(nowMs + draw.aheadOfUsMs);
    if (spent.at(-2) === atMs) spent[spent.length - 1]!++;
    else spent.push(atMs, 1);
    return draw.epoch;
  }

  /** What a request that asks Redis asks for besides: the next draw if `mayDraw`, and to settle what is over. */
  wish(limit: number, mayDraw: () => boolean): DrawWish | undefined {
    if (this.#asking || this.#draw?.settling) return undefined;
    const over = this.#draw && this.#isOver(this.#draw) ? this.#draw : undefined;
    const room = Math.floor(limit / SHARE);
    const demand = Math.min(Math.max(this.#thisSecond, this.#lastSecond), room);
    const ahead = demand >= MIN_AHEAD && (over || !this.#draw) && mayDraw() ? demand : 0;
    if (!over && ahead === 0) return undefined;
    this.#asking = ahead > 0;
    this.#recalled = false;
    if (ahead > 0) this.#number++;
    return { ahead, number: this.#number, ...this.#settle(over) };
  }

  /** What to settle because others need what is left. */
  recall(): DrawWish | undefined {
    this.#recalled = true;
    const draw = this.#draw;
    return draw && !draw.settling ? { ahead: 0, number: this.#number, ...this.#settle(draw) } : undefined;
  }

  /** What to settle because its lease is over, or because it was recalled before it was there. */
  giveBack(): DrawWish | undefined {
    const draw = this.#draw;
    if (!draw || draw.settling) return undefined;
    if (!this.#recalled && this.#clock.monotonicMs() < draw.untilMs) return undefined;
    return { ahead: 0, number: this.#number, ...this.#settle(draw) };
  }

  /** The question with this wish was answered. */
  answered(wish: DrawWish, limit: number, granted: DrawGranted): void {
    if (wish.settled === this.#draw?.number) this.#draw = undefined;
    if (wish.ahead === 0) return;
    this.#asking = false;
    if (granted.requests === 0) return;
    const { epoch, requests, sentAtMs, countedAtMs } = granted;
    this.#draw = newDraw({
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
  failed(wish: DrawWish): void {
    if (wish.ahead > 0) this.#asking = false;
    if (wish.settled === this.#draw?.number) this.#draw.settling = false;
    else if (!this.#draw && wish.ahead > 0)
      this.#draw = newDraw({ number: wish.number, untilMs: this.#clock.monotonicMs() + LEASE_MS });
  }

  /** From here on nothing of what was drawn is spent. */
  stop(): void {
    if (this.#draw) this.#draw.left = 0;
  }

  /** Nothing is remembered that anybody needs. */
  get idle(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#draw && nowMs >= this.#draw.untilMs + this.drawnFor.windowMs) this.#draw = undefined;
    return !this.#draw && !this.#asking && nowMs >= this.#secondEndsMs + SECOND_MS;
  }

  #isOver(draw: Draw): boolean {
    return draw.left === 0 || this.#clock.monotonicMs() >= draw.untilMs;
  }

  #settle(draw: Draw | undefined): Pick<DrawWish, 'settled' | 'spent'> {
    if (!draw) return { settled: 0, spent: NOTHING };
    draw.settling = true;
    draw.left = 0;
    const spent = Buffer.allocUnsafe(8 * draw.spent.length);
    for (const [index, value] of draw.spent.entries()) spent.writeDoubleBE(value, 8 * index);
    return { settled: draw.number, spent };
  }
}

/** Nothing of it is left to spend unless `parts` say so. */
function newDraw(parts: Pick<Draw, 'number' | 'untilMs'> & Partial<Draw>): Draw {
  return { limit: 0, epoch: 0, left: 0, aheadOfUsMs: 0, settling: false, spent: [], ...parts };
}
