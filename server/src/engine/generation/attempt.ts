import { performance } from 'node:perf_hooks';
import type { AttemptObserver, AttemptOutcome, EndedAttempt } from './attempt-observer.ts';
import type { EngineEvent, EngineFault, EngineRun, EngineSink } from '../events.ts';
import type { Route } from '../route.ts';

/** What an attempt reports to its run. */
export interface AttemptOwner {
  readonly sink: EngineSink;
  /** Output arrives in chunks. Otherwise it arrives at once when everything was generated. */
  readonly streamed: boolean;
  readonly observer: AttemptObserver | undefined;
  completed(attempt: Attempt): void;
  failed(attempt: Attempt, fault: EngineFault): void;
  /** The sink threw. The attempt is already closed. */
  sinkFailed(attempt: Attempt, error: unknown): void;
}

/**
 * One attempt of a run at one route: the sink that its engine sees. After `close` it ignores everything the
 * engine still sends. Activity is a flag that the sweeper reads, so that the token path never reads the
 * clock.
 */
export class Attempt implements EngineSink {
  readonly route: Route;
  readonly startedAtMs = performance.now();
  #isProbe: boolean;
  readonly #owner: AttemptOwner;
  #upstream: EngineRun | undefined;
  #open = true;
  #active = false;
  #firstOutputAtMs: number | undefined;
  #alive = false;
  /** When the engine was last known to work, though nothing of its reply has come. */
  #aliveAtMs: number | undefined;
  #paused = false;
  /** When output was last known to have arrived; undefined before the first. */
  #outputAtMs: number | undefined;

  constructor(owner: AttemptOwner, route: Route) {
    this.#owner = owner;
    this.route = route;
    this.#isProbe = route.breaker.started(this.startedAtMs);
  }

  /**
   * Ties the upstream call to this attempt. It may already have ended: engines may respond while they start.
   */
  attach(upstream: EngineRun): void {
    if (this.#open) this.#upstream = upstream;
    else upstream.abort();
  }

  /** This attempt is the breaker's probe: its first output, or its end without any, decides whether the route is used again. */
  get probe(): boolean {
    return this.#isProbe;
  }

  /** Whether anything has reached the sink: from then on no other route may be tried. */
  get reachedSink(): boolean {
    return this.#active || this.#outputAtMs !== undefined;
  }

  event(event: EngineEvent): void {
    if (!this.#open) return;
    if (!this.#active) this.#noteActivity();
    try {
      this.#owner.sink.event(event);
    } catch (error) {
      this.#sinkFailed(error);
    }
  }

  flush(): boolean {
    if (!this.#open) return true;
    try {
      // Output that was under way may follow a pause. Only `resume` ends it, and tells the engine.
      if (!this.#owner.sink.flush()) this.#paused = true;
    } catch (error) {
      this.#sinkFailed(error);
    }
    return !this.#paused;
  }

  /** Restarts the limits for silence (D-14), and proves nothing else. */
  alive(): void {
    this.#alive = true;
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#owner.completed(this);
  }

  fail(fault: EngineFault): void {
    if (!this.#open) return;
    this.#open = false;
    this.#owner.failed(this, fault);
  }

  resume(): void {
    if (!this.#open || !this.#paused) return;
    this.#paused = false;
    this.#upstream?.resume();
  }

  /** Cancels the upstream call and ignores further events. */
  close(): void {
    this.#open = false;
    this.#upstream?.abort();
  }

  /** We asked the engine to pause, because the caller does not read. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Called every sweep. True when the engine's first or next output took too long (D-14). */
  isOverdue(nowMs: number): boolean {
    // During a pause that we requested, the silence is not the engine's.
    if (this.#active || this.#paused) {
      this.#active = false;
      this.#outputAtMs = nowMs;
    }
    if (this.#alive) {
      this.#alive = false;
      this.#aliveAtMs = nowMs;
    }
    const { firstOutputMs, silenceMs } = this.route.host.timeouts;
    const aliveAtMs = this.#aliveAtMs ?? 0;
    // A complete response is bounded only by the total time: until it arrives, work and silence look the
    // same.
    if (!this.#owner.streamed) return false;
    return this.#outputAtMs === undefined
      ? nowMs - Math.max(this.startedAtMs, aliveAtMs) > firstOutputMs
      : nowMs - Math.max(this.#outputAtMs, aliveAtMs) > silenceMs;
  }

  /** It is over. Called exactly once. */
  report(outcome: AttemptOutcome, status?: number): void {
    this.#owner.observer?.ended(this.endedAs(outcome, status));
  }

  protected endedAs(outcome: AttemptOutcome, status: number | undefined): EndedAttempt {
    return {
      route: this.route,
      outcome,
      startedAtMs: this.startedAtMs,
      firstOutputAtMs: this.#firstOutputAtMs,
      streamed: this.#owner.streamed,
      status,
    };
  }

  /** With the first output, and with the first after each sweep. */
  #noteActivity(): void {
    this.#active = true;
    this.#firstOutputAtMs ??= performance.now();
    if (!this.#isProbe) return;
    // The engine works. All other calls would avoid it for as long as the rest of this reply takes.
    this.#isProbe = false;
    this.route.breaker.succeeded();
  }

  #sinkFailed(error: unknown): void {
    this.close();
    this.#owner.sinkFailed(this, error);
  }
}
