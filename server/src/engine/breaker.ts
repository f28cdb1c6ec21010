import { ejectionReason, type EjectionReason } from './ejection.ts';
import type { EngineFault } from './events.ts';
import { KeyHealth } from './key-health.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Consecutive failures that open it. */
const THRESHOLD = 5;
/** How long it first stays open; doubles with every failed probe. */
const OPEN_MS = 5000;
const MAX_OPEN_MS = 60_000;

/**
 * Circuit breaker: keeps requests away from a route after several consecutive failures, and after one that says that all would
 * fail. After a pause one request probes the route: its first output closes the breaker, failure doubles the pause. A route
 * that is throttled rests for as long as its engine says (D-ENG-29). Times are `performance.now()` milliseconds. It only
 * advises: the caller never lets it block the only route.
 */
export class Breaker {
  readonly #key: KeyHealth;
  /** What refuses the key ejects it for all routes, which share it. */
  readonly #sharesKey: boolean;
  #failures = 0;
  #openForMs = 0;
  #openUntilMs = 0;
  #probing = false;
  #reason: EjectionReason | undefined;

  /** `key`: of an engine that has several. */
  constructor(key?: KeyHealth) {
    this.#sharesKey = key !== undefined;
    this.#key = key ?? new KeyHealth();
  }

  /** How long it still rests because it was throttled. */
  restMs(nowMs: number): number {
    return this.#key.restMs(nowMs);
  }

  state(nowMs: number): BreakerState {
    if (this.#sharesKey && this.#key.isOut) return this.#key.allows(nowMs) ? 'half_open' : 'open';
    if (this.#openForMs === 0) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half_open';
  }

  /** Why the route gets no calls. Undefined: it does. */
  reason(nowMs: number): EjectionReason | undefined {
    return this.#openForMs > 0 ? this.#reason : (this.#key.state(nowMs).reason ?? undefined);
  }

  /** Whether a request may use the route now. While half open, only if no other request is probing. */
  allows(nowMs: number): boolean {
    if (!this.#key.allows(nowMs)) return false;
    return this.#openForMs === 0 || (nowMs >= this.#openUntilMs && !this.#probing);
  }

  /**
   * A request uses the route. True makes it the probe, which then reports its outcome through one of the
   * three calls below.
   */
  started(nowMs: number): boolean {
    this.#key.started(nowMs);
    if (this.#openForMs === 0 || nowMs < this.#openUntilMs || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#key.succeeded();
    this.#close();
  }

  failed(fault: EngineFault, nowMs: number, probe: boolean): void {
    // Neither a malformed response nor a request that was not sent proves health or failure, so it changes nothing.
    if (fault.kind === 'broken' || fault.isUnsent) return this.abandoned(probe);
    const reason = ejectionReason(fault);
    if (reason === undefined) return this.succeeded();
    if (reason === 'throttled') {
      // It works, so it is not broken.
      if (probe || this.#openForMs === 0) this.#close();
      return this.#key.throttled(nowMs, fault.retryAfterSeconds);
    }
    if (reason === 'unauthorized' && this.#sharesKey) {
      this.#key.refused(nowMs);
      return this.abandoned(probe);
    }
    this.#failures++;
    const isClear = reason === 'unauthorized' || this.#failures >= THRESHOLD;
    if (this.#openForMs === 0 ? isClear : probe) this.#open(nowMs, reason);
    this.abandoned(probe);
  }

  /** The request ended without a result because the caller left. */
  abandoned(probe: boolean): void {
    if (probe) this.#probing = false;
  }

  #close(): void {
    this.#failures = 0;
    this.#openForMs = 0;
    this.#probing = false;
  }

  #open(nowMs: number, reason: EjectionReason): void {
    this.#reason = reason;
    this.#openForMs = this.#openForMs === 0 ? OPEN_MS : Math.min(this.#openForMs * 2, MAX_OPEN_MS);
    this.#openUntilMs = nowMs + this.#openForMs;
  }
}
