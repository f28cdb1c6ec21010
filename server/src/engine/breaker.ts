import type { EngineFault } from './events.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Failures in a row that open it. */
const THRESHOLD = 5;
/** How long it first stays open; doubles with every failed probe. */
const OPEN_MS = 5000;
const MAX_OPEN_MS = 60_000;

/** Only what says that nobody is there: an answer of 4xx, a full queue and a garbled answer are signs of life. */
function speaksAgainst(fault: EngineFault): boolean {
  return (
    fault.kind === 'unreachable' ||
    fault.kind === 'timeout' ||
    (fault.kind === 'status' && (fault.status ?? 0) >= 500)
  );
}

/**
 * Keeps requests away from a route that failed several times in a row. After its pause one request probes it: success
 * closes it, failure doubles the pause. Times are `performance.now()` milliseconds. It only advises: whoever picks
 * routes never lets it block the last usable one.
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

  /** Whether a request may go this way now. While half open, only as long as no other request is probing. */
  allows(nowMs: number): boolean {
    return this.#openForMs === 0 || (nowMs >= this.#openUntilMs && !this.#probing);
  }

  /** A request goes this way. True makes it the probe; it hands that back with its outcome, one of the three calls below. */
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
    // A garbled answer proves neither health nor absence, so it changes nothing.
    if (fault.kind === 'broken') return this.abandoned(probe);
    if (!speaksAgainst(fault)) return this.succeeded();
    this.#failures++;
    if (this.#openForMs === 0 ? this.#failures >= THRESHOLD : probe) this.#open(nowMs);
    this.abandoned(probe);
  }

  /** The request ended without a verdict: the caller left. */
  abandoned(probe: boolean): void {
    if (probe) this.#probing = false;
  }

  #open(nowMs: number): void {
    this.#openForMs = this.#openForMs === 0 ? OPEN_MS : Math.min(this.#openForMs * 2, MAX_OPEN_MS);
    this.#openUntilMs = nowMs + this.#openForMs;
  }
}
