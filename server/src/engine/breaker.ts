import type { EngineFault } from './events.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Consecutive failures that open it. */
const THRESHOLD = 5;
/** How long it first stays open; doubles with every failed probe. */
const OPEN_MS = 5000;
const MAX_OPEN_MS = 60_000;

/**
 * True only for signs that the engine is unreachable: a 4xx, a full queue and a malformed response are signs
 * of life.
 */
function speaksAgainst(fault: EngineFault): boolean {
  return (
    fault.kind === 'unreachable' ||
    fault.kind === 'timeout' ||
    (fault.kind === 'status' && (fault.status ?? 0) >= 500)
  );
}

/**
 * Circuit breaker: keeps requests away from a route after several consecutive failures. After a pause one
 * request probes the route: its first output closes the breaker, failure doubles the pause. Times are
 * `performance.now()` milliseconds. It only advises: the caller never lets it block the last usable route.
 */
export class Breaker {
  #failures = 0;
  #openForMs = 0;
  #openUntilMs = 0;
  #probing = false;

  state(nowMs: number): BreakerState {
    if (this.#openForMs === 0) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half_open';
  }

  /** Whether a request may use the route now. While half open, only if no other request is probing. */
  allows(nowMs: number): boolean {
    return this.#openForMs === 0 || (nowMs >= this.#openUntilMs && !this.#probing);
  }

  /**
   * A request uses the route. True makes it the probe, which then reports its outcome through one of the
   * three calls below.
   */
  started(nowMs: number): boolean {
    if (this.#openForMs === 0 || nowMs < this.#openUntilMs || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openForMs = 0;
    this.#probing = false;
  }

  failed(fault: EngineFault, nowMs: number, probe: boolean): void {
    // A malformed response proves neither health nor failure, so it changes nothing.
    if (fault.kind === 'broken') return this.abandoned(probe);
    if (!speaksAgainst(fault)) return this.succeeded();
    this.#failures++;
    if (this.#openForMs === 0 ? this.#failures >= THRESHOLD : probe) this.#open(nowMs);
    this.abandoned(probe);
  }

  /** The request ended without a result because the caller left. */
  abandoned(probe: boolean): void {
    if (probe) this.#probing = false;
  }

  #open(nowMs: number): void {
    this.#openForMs = this.#openForMs === 0 ? OPEN_MS : Math.min(this.#openForMs * 2, MAX_OPEN_MS);
    this.#openUntilMs = nowMs + this.#openForMs;
  }
}
