/** How long a key rests after a 429 without a hint: doubles with every further one. */
const FIRST_REST_MS = 1000;
const MAX_REST_MS = 60_000;
/** How long a refused key is left alone before one call tries it. */
const TRIAL_INTERVAL_MS = 60_000;

/** What operators see of a key (D-ENG-34). */
export interface KeyState {
  readonly state: 'ok' | 'cooling' | 'out';
  readonly reason: 'throttled' | 'unauthorized' | null;
  /** When calls are sent to it again. `performance.now()` milliseconds; null: once a trial succeeds. */
  readonly untilMs: number | null;
}

/**
 * Whether an engine's key may be used (D-ENG-29). A throttled one rests for as long as its engine says. A refused one is out until a
 * reload, or until a trial succeeds: one call a minute, which goes on with another key if it is refused again. Times are
 * `performance.now()` milliseconds.
 */
export class KeyHealth {
  #restUntilMs = 0;
  #rests = 0;
  #isOut = false;
  #trialAtMs = 0;

  /** Refused, and no trial has succeeded since. */
  get isOut(): boolean {
    return this.#isOut;
  }

  allows(nowMs: number): boolean {
    return nowMs >= this.#restUntilMs && (!this.#isOut || nowMs >= this.#trialAtMs);
  }

  /**
   * How long it still rests because it was throttled, in whole milliseconds: callers are told whole seconds, and the rounding error of a
   * difference would make them one more.
   */
  restMs(nowMs: number): number {
    return this.#restUntilMs <= nowMs ? 0 : Math.max(1, Math.round(this.#restUntilMs - nowMs));
  }

  /** A call uses it. */
  started(nowMs: number): void {
    if (this.#isOut && nowMs >= this.#trialAtMs) this.#trialAtMs = nowMs + TRIAL_INTERVAL_MS;
  }

  succeeded(): void {
    this.#rests = 0;
    this.#isOut = false;
  }

  throttled(nowMs: number, retryAfterSeconds: number | undefined): void {
    this.#rests++;
    const hintMs = (retryAfterSeconds ?? Number.NaN) * 1000;
    const restMs = Number.isFinite(hintMs) ? hintMs : FIRST_REST_MS * 2 ** Math.min(this.#rests - 1, 10);
    this.#restUntilMs = Math.max(this.#restUntilMs, nowMs + Math.min(restMs, MAX_REST_MS));
  }

  refused(nowMs: number): void {
    this.#isOut = true;
    this.#trialAtMs = nowMs + TRIAL_INTERVAL_MS;
  }

  /** After a reload everything may be different at the engine. */
  reset(): void {
    this.#restUntilMs = 0;
    this.succeeded();
  }

  state(nowMs: number): KeyState {
    if (this.#isOut) return { state: 'out', reason: 'unauthorized', untilMs: null };
    return nowMs < this.#restUntilMs
      ? { state: 'cooling', reason: 'throttled', untilMs: this.#restUntilMs }
      : { state: 'ok', reason: null, untilMs: null };
  }
}
