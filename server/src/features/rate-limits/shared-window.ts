import { RedisUnavailable, type PrefetchRequest, type WindowPrefetch } from '#cluster';
import type { MinuteLimits } from '#exchange';
import type { Clock } from '#kit';
import { LocalWindow } from './local-window.ts';
import {
  longest,
  WINDOW_MS,
  type CountedCall,
  type FullMeasure,
  type MeasureCounts,
  type MinuteWindow,
  type TakeOutcome,
} from './minute-window.ts';
import { TickAmounts } from './tick-amounts.ts';

/** For how long what was drawn may be spent. Redis holds it for so much longer than a minute. */
const PREFETCH_LIFETIME_MS = 1000;
/** How long a refusal is repeated without asking: others may have given something back meanwhile. */
const REFUSAL_LIVES_MS = 250;

const NOTHING_AHEAD = { requestsAhead: 0, inputTokensAhead: 0 };

interface Waiting {
  readonly inputTokens: number;
  readonly resolve: (outcome: TakeOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Draws from the count that all nodes share. Rejects with RedisUnavailable. */
export type PrefetchFromWindow = (
  request: Omit<PrefetchRequest, 'organizationId' | 'counter'>,
) => Promise<WindowPrefetch>;

/**
 * A minute's calls over all nodes. The node draws some requests and tokens ahead and spends them without asking: far from
 * the limit that is about one question a second, close to it one a request. What was drawn counts as spent for as long as
 * it could be, so all nodes together never pass a limit within any 60 seconds. While Redis is away the node goes
 * by its own count, which it keeps all along.
 */
export class SharedWindow implements MinuteWindow {
  readonly #prefetch: PrefetchFromWindow;
  readonly #clock: Clock;
  readonly #own: LocalWindow;
  /** Drawn and not spent. */
  #requests = 0;
  #inputTokens = 0;
  /** How much of the last draw nobody waited for. Redis leaves it out when it is asked for what was used. */
  #ahead = NOTHING_AHEAD;
  /** Output the limit leaves, as far as this node knows. */
  #outputRoom = 0;
  /** Where Redis holds what was drawn. */
  #tick = 0;
  #prefetchedUntilMs = 0;
  #limits: MinuteLimits;
  #refusal: (FullMeasure & { readonly atMs: number }) | undefined;
  /** What was not sent to Redis yet. */
  #unsentInput = 0;
  #unsentOutput = 0;
  #surplus = new TickAmounts();
  #waiting: Waiting[] = [];
  #asking = false;
  /** The last answer was not enough for somebody. */
  #shortOf = false;

  constructor(prefetch: PrefetchFromWindow, limits: MinuteLimits, clock: Clock) {
    this.#prefetch = prefetch;
    this.#limits = limits;
    this.#clock = clock;
    this.#own = new LocalWindow(clock);
  }

  take(inputTokens: number, limits: MinuteLimits): TakeOutcome | Promise<TakeOutcome> {
    // By value: limits of an organization's own are put together for each call, and what is cached is read again.
    if (!equal(limits, this.#limits)) this.#changeLimits(limits);
    const spent = this.#spend(inputTokens);
    if (spent) return spent;
    // Nobody draws what could never be enough.
    if (inputTokens > limits.inputTokens) return { measure: 'inputTokens', waitMs: WINDOW_MS };
    const refusal = this.#recentRefusal();
    if (refusal) return refusal;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ inputTokens, resolve, reject });
      if (!this.#asking) void this.#ask();
    });
  }

  release(call: CountedCall): void {
    this.#own.release(call);
    this.#surplus.add(call.sharedTick, 1, call.inputTokens);
  }

  record(call: CountedCall, inputTokens: number, outputTokens: number): void {
    this.#own.record(call, inputTokens, outputTokens);
    const missing = inputTokens - call.inputTokens;
    if (missing < 0) this.#surplus.add(call.sharedTick, 0, -missing);
    else this.#unsentInput += missing;
    this.#unsentOutput += outputTokens;
    this.#outputRoom -= outputTokens;
  }

  readOwn(): MeasureCounts {
    return this.#own.readOwn();
  }

  /** What Redis leaves out or does not know yet of this node's use. Holds for a question that is asked in the same turn. */
  readUnsent(): MeasureCounts {
    const surplus = this.#surplus.total();
    return {
      requests: this.#ahead.requestsAhead - this.#requests - surplus.requests,
      inputTokens: this.#ahead.inputTokensAhead - this.#inputTokens + this.#unsentInput - surplus.inputTokens,
      outputTokens: this.#unsentOutput,
    };
  }

  sweep(): boolean {
    const unspent = this.#requests > 0 || this.#inputTokens > 0;
    const unsent = this.#unsentInput > 0 || this.#unsentOutput > 0 || !this.#surplus.empty;
    const expired = unspent && this.#clock.monotonicMs() >= this.#prefetchedUntilMs;
    if ((expired || unsent) && !this.#asking) void this.#ask();
    return this.#own.sweep() && !this.#asking && !unspent && !unsent;
  }

  /** What was drawn or refused under the old limits says nothing about the new ones. */
  #changeLimits(limits: MinuteLimits): void {
    this.#limits = limits;
    this.#prefetchedUntilMs = 0;
    this.#refusal = undefined;
  }

  #spend(inputTokens: number): CountedCall | undefined {
    if (this.#requests < 1 || this.#inputTokens < inputTokens || this.#outputRoom <= 0) return undefined;
    if (this.#clock.monotonicMs() >= this.#prefetchedUntilMs) return undefined;
    this.#requests--;
    this.#inputTokens -= inputTokens;
    return { ...this.#own.count(inputTokens), sharedTick: this.#tick };
  }

  /** A refusal for the sake of a prompt's tokens says nothing about a smaller prompt. */
  #recentRefusal(): FullMeasure | undefined {
    if (!this.#refusal || this.#refusal.measure === 'inputTokens') return undefined;
    const { measure, waitMs, atMs } = this.#refusal;
    const ageMs = this.#clock.monotonicMs() - atMs;
    return ageMs < Math.min(REFUSAL_LIVES_MS, waitMs) ? { measure, waitMs: waitMs - ageMs } : undefined;
  }

  /** One question at a time: whoever comes meanwhile is part of the next one. */
  async #ask(): Promise<void> {
    this.#asking = true;
    do {
      this.#shortOf = false;
      await this.#askFor(this.#waiting.splice(0));
      // What was too little for this node's callers may be enough for another's.
    } while (this.#waiting.length > 0 || (this.#shortOf && this.#inputTokens > 0));
    this.#asking = false;
  }

  async #askFor(waiting: readonly Waiting[]): Promise<void> {
    const askedAtMs = this.#clock.monotonicMs();
    const recorded = { inputTokens: this.#unsentInput, outputTokens: this.#unsentOutput };
    const unspent = { requests: this.#requests, inputTokens: this.#inputTokens };
    const back = { ...unspent, ...this.#ahead, tick: this.#tick };
    const surplus = this.#surplus;
    this.#surplus = new TickAmounts();
    this.#ahead = NOTHING_AHEAD;
    this.#unsentInput = this.#unsentOutput = this.#requests = this.#inputTokens = 0;
    try {
      const inputTokens = waiting.reduce((sum, each) => sum + each.inputTokens, 0);
      const prefetch = await this.#prefetch({
        limits: this.#limits,
        requests: waiting.length,
        inputTokens,
        back,
        recorded,
        surplus: surplus.entries(),
      });
      this.#ahead = {
        requestsAhead: Math.max(0, prefetch.requests - waiting.length),
        inputTokensAhead: Math.max(0, prefetch.inputTokens - inputTokens),
      };
      this.#requests = prefetch.requests;
      this.#inputTokens = prefetch.inputTokens;
      this.#outputRoom = prefetch.outputRoom - this.#unsentOutput;
      this.#tick = prefetch.tick;
      // Counted from the question: the minute in Redis began no earlier.
      this.#prefetchedUntilMs = askedAtMs + PREFETCH_LIFETIME_MS;
      for (const each of waiting)
        each.resolve(this.#spend(each.inputTokens) ?? this.#refuse(prefetch, each.inputTokens));
    } catch (error) {
      this.#unsentInput += recorded.inputTokens;
      this.#unsentOutput += recorded.outputTokens;
      for (const { tick, requests, inputTokens } of surplus.entries())
        this.#surplus.add(tick, requests, inputTokens);
      for (const each of waiting) {
        if (error instanceof RedisUnavailable) each.resolve(this.#own.take(each.inputTokens, this.#limits));
        else each.reject(error);
      }
    }
  }

  #refuse({ waits }: WindowPrefetch, inputTokens: number): TakeOutcome {
    const full = longest(waits);
    // The answer took longer than a draw lives: such a Redis is as good as away. Refusing would refuse somebody far from the limit.
    if (!full) return this.#own.take(inputTokens, this.#limits);
    this.#shortOf = true;
    this.#refusal = { ...full, atMs: this.#clock.monotonicMs() };
    return full;
  }
}

function equal(a: MinuteLimits, b: MinuteLimits): boolean {
  return a.requests === b.requests && a.inputTokens === b.inputTokens && a.outputTokens === b.outputTokens;
}
