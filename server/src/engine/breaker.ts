import type { EngineFault } from './events.ts';
import { blamesRequest } from './refusal.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Consecutive failures that open it. */
const THRESHOLD = 5;
/** How long it first stays open; doubles with every failed probe. */
const OPEN_MS = 5000;
const MAX_OPEN_MS = 60_000;

/** How long a route rests after a 429 without a hint: doubles with every further one. */
const FIRST_REST_MS = 1000;
const MAX_REST_MS = 60_000;

/** What a fault says of its route. `refused`: all requests would be, until the operator has put something right. */
type Verdict = 'alive' | 'throttled' | 'refused' | 'down';

function verdictOf({ kind, status = 0, refusal }: EngineFault): Verdict {
  if (kind === 'unreachable' || kind === 'timeout') return 'down';
  // A full queue of this process's own engine is a sign of life.
  if (kind !== 'status' || (refusal && blamesRequest(refusal))) return 'alive';
  const reason = refusal?.reason;
  if (status === 429 || reason === 'throttled' || reason === 'quota') return 'throttled';
  if (status === 401 || status === 402 || status === 403) return 'refused';
  if (reason === 'account' || reason === 'credential' || reason === 'expired') return 'refused';
  return status === 404 || status === 424 || status >= 500 || reason === 'model' ? 'down' : 'alive';
}

/**
 * Circuit breaker: keeps requests away from a route after several consecutive failures, and after one that says that all would
 * fail. After a pause one request probes the route: its first output closes the breaker, failure doubles the pause. A route
 * that is throttled rests for as long as its engine says (D-ENG-29). Times are `performance.now()` milliseconds. It only
 * advises: the caller never lets it block the only route.
 */
export class Breaker {
  #failures = 0;
  #openForMs = 0;
  #openUntilMs = 0;
  #probing = false;
  #restUntilMs = 0;
  #rests = 0;

  /** How long it still rests because it was throttled. */
  restMs(nowMs: number): number {
    return Math.max(0, this.#restUntilMs - nowMs);
  }

  state(nowMs: number): BreakerState {
    if (this.#openForMs === 0) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half_open';
  }

  /** Whether a request may use the route now. While half open, only if no other request is probing. */
  allows(nowMs: number): boolean {
    if (nowMs < this.#restUntilMs) return false;
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
    this.#rests = 0;
  }

  failed(fault: EngineFault, nowMs: number, probe: boolean): void {
    // A malformed response proves neither health nor failure, so it changes nothing.
    if (fault.kind === 'broken') return this.abandoned(probe);
    const verdict = verdictOf(fault);
    if (verdict === 'alive') return this.succeeded();
    if (verdict === 'throttled') return this.#rest(fault, nowMs, probe);
    this.#failures++;
    const isClear = verdict === 'refused' || this.#failures >= THRESHOLD;
    if (this.#openForMs === 0 ? isClear : probe) this.#open(nowMs);
    this.abandoned(probe);
  }

  /** The request ended without a result because the caller left. */
  abandoned(probe: boolean): void {
    if (probe) this.#probing = false;
  }

  /** It works, so it is not broken. */
  #rest({ retryAfterSeconds }: EngineFault, nowMs: number, probe: boolean): void {
    const rests = this.#rests + 1;
    if (probe || this.#openForMs === 0) this.succeeded();
    this.#rests = rests;
    const hintMs = (retryAfterSeconds ?? Number.NaN) * 1000;
    const restMs = Number.isFinite(hintMs) ? hintMs : FIRST_REST_MS * 2 ** Math.min(rests - 1, 10);
    this.#restUntilMs = Math.max(this.#restUntilMs, nowMs + Math.min(restMs, MAX_REST_MS));
  }

  #open(nowMs: number): void {
    this.#openForMs = this.#openForMs === 0 ? OPEN_MS : Math.min(this.#openForMs * 2, MAX_OPEN_MS);
    this.#openUntilMs = nowMs + this.#openForMs;
  }
}
