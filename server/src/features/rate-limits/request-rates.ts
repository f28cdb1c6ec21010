import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { WINDOW_MS } from './minute-window.ts';
import { rateLimited, type RateScope } from './rate-limited.ts';
import { SlidingLog } from './sliding-log.ts';

/** Which counter a request belongs to; each has its own limit and its own count per caller. */
export type RateGroup =
  | 'inference'
  | 'refused_embeddings'
  | 'models'
  | 'token_counting'
  | 'workspace_resources'
  | 'code_telemetry'
  | 'admin_api'
  | 'console'
  | 'operator'
  | 'directory'
  | 'unauthenticated'
  | 'oauth';

/** The limit of a key that has one of its own. */
export interface OwnLimit {
  readonly keyName: string;
  readonly requestsPerMinute: number;
}

/** Requests a minute per group, from the deployment's limits. */
export type RateLimits = Readonly<Record<RateGroup, number>>;

/**
 * Requests per caller in any 60 seconds, exact on this process (inference contract §8).
 * Refused requests are not counted (D-76).
 */
export class RequestRates {
  readonly #clock: Clock;
  /** Forgets callers of whom nothing counts any more. */
  readonly job: PeriodicJob = { name: 'limits.request_rates', everyMs: WINDOW_MS, run: () => this.#sweep() };
  #logs: Readonly<Record<RateGroup, Map<string, SlidingLog>>> = {
    inference: new Map(),
    refused_embeddings: new Map(),
    models: new Map(),
    token_counting: new Map(),
    workspace_resources: new Map(),
    code_telemetry: new Map(),
    admin_api: new Map(),
    console: new Map(),
    operator: new Map(),
    directory: new Map(),
    unauthenticated: new Map(),
    oauth: new Map(),
  };
  #limits: RateLimits;

  constructor(clock: Clock, limits: RateLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  setLimits(limits: RateLimits): void {
    this.#limits = limits;
  }

  /** Counts one request of `caller`, or refuses it with 429 `rate_limited` naming `scope`. */
  take(group: RateGroup, caller: string, scope: RateScope, own?: OwnLimit): void {
    const limit = this.#limitOf(group, own);
    const waitMs = this.#logOf(group, caller).take(this.#clock.monotonicMs(), limit, WINDOW_MS);
    if (waitMs > 0) throw this.#refusal(group, waitMs, scope, own);
  }

  /** Refuses a request of `caller` where as many as the limit were noted. It is counted by `note`, if it is one that counts. */
  requireRoom(group: RateGroup, caller: string, scope: RateScope): void {
    const log = this.#logs[group].get(caller);
    const waitMs = log ? log.waitMs(this.#clock.monotonicMs(), this.#limits[group], WINDOW_MS) : 0;
    if (waitMs > 0) throw rateLimited(this.#limits[group], waitMs, scope);
  }

  note(group: RateGroup, caller: string): void {
    this.#logOf(group, caller).note(this.#clock.monotonicMs(), WINDOW_MS);
  }

  /**
   * The same as `take` where all nodes count together and said how long to wait. What was accepted is remembered, so that this node
   * does not begin from nothing when it must count alone.
   */
  takeShared(group: RateGroup, caller: string, scope: RateScope, waitMs: number, own?: OwnLimit): void {
    if (waitMs > 0) throw this.#refusal(group, waitMs, scope, own);
    this.note(group, caller);
  }

  /** Requests of `caller` that this process counted within the minute. */
  readOwn(group: RateGroup, caller: string): number {
    return this.#logs[group].get(caller)?.count(this.#clock.monotonicMs(), WINDOW_MS) ?? 0;
  }

  window(group: RateGroup, own?: OwnLimit): { readonly limit: number; readonly windowMs: number } {
    return { limit: this.#limitOf(group, own), windowMs: WINDOW_MS };
  }

  /** One that is above the group's is no limit. */
  #limitOf(group: RateGroup, own: OwnLimit | undefined): number {
    return Math.min(this.#limits[group], own?.requestsPerMinute ?? Infinity);
  }

  #refusal(group: RateGroup, waitMs: number, scope: RateScope, own: OwnLimit | undefined): Error {
    const limit = this.#limitOf(group, own);
    if (!own || limit < own.requestsPerMinute) return rateLimited(limit, waitMs, scope);
    const message = `The limit of ${limit} requests per minute of the key "${own.keyName}" is reached. Wait the seconds given in Retry-After and send the request again.`;
    return rateLimited(limit, waitMs, scope, { message, measure: 'requests' });
  }

  #logOf(group: RateGroup, caller: string): SlidingLog {
    const logs = this.#logs[group];
    let log = logs.get(caller);
    if (!log) {
      log = new SlidingLog();
      logs.set(caller, log);
    }
    return log;
  }

  #sweep(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const logs of Object.values(this.#logs)) {
      for (const [caller, log] of logs) if (log.idle(nowMs, WINDOW_MS)) logs.delete(caller);
    }
  }
}
