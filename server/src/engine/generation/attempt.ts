import { performance } from 'node:perf_hooks';
import type { EngineEvent, EngineFault, EngineRun, EngineSink } from '../events.ts';
import type { Route } from '../route.ts';

/** What a run hears from its attempts. */
export interface AttemptOwner {
  readonly sink: EngineSink;
  /** Output comes piece by piece. A whole answer comes at once when all of it was generated. */
  readonly streamed: boolean;
  completed(attempt: Attempt): void;
  failed(attempt: Attempt, fault: EngineFault): void;
  /** The sink threw. The attempt is closed already. */
  sinkFailed(attempt: Attempt, error: unknown): void;
}

/**
 * One try of a run at one route: the sink its engine sees. After `close` nothing passes, whatever the engine still
 * says. Activity is a flag that the sweeper reads, so that the token path never asks for the time.
 */
export class Attempt implements EngineSink {
  readonly route: Route;
  /** Of the breaker: this try decides whether the route is used again. */
  readonly probe: boolean;
  readonly startedAtMs = performance.now();
  readonly #owner: AttemptOwner;
  #upstream: EngineRun | undefined;
  #open = true;
  #active = false;
  #paused = false;
  /** When output was last known of; undefined before the first. */
  #outputAtMs: number | undefined;

  constructor(owner: AttemptOwner, route: Route) {
    this.#owner = owner;
    this.route = route;
    this.probe = route.breaker.started(this.startedAtMs);
  }

  /** Ties the upstream call to this try. It may have ended already: engines may answer while they start. */
  attach(upstream: EngineRun): void {
    if (this.#open) this.#upstream = upstream;
    else upstream.abort();
  }

  /** Whether anything has reached the caller's side: from then on no other route may be tried. */
  get reachedSink(): boolean {
    return this.#active || this.#outputAtMs !== undefined;
  }

  event(event: EngineEvent): void {
    if (!this.#open) return;
    this.#active = true;
    try {
      this.#owner.sink.event(event);
    } catch (error) {
      this.#sinkFailed(error);
    }
  }

  flush(): boolean {
    if (!this.#open) return true;
    try {
      this.#paused = !this.#owner.sink.flush();
    } catch (error) {
      this.#sinkFailed(error);
    }
    return !this.#paused;
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

  /** Cancels the upstream call. Nothing passes any more. */
  close(): void {
    this.#open = false;
    this.#upstream?.abort();
  }

  /** We asked the engine to wait, because the caller does not read. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Called every sweep. True when the engine let its first output or its next one wait for too long (D-14). */
  isOverdue(nowMs: number): boolean {
    // While we have asked for a pause, the silence is the caller's, not the engine's.
    if (this.#active || this.#paused) {
      this.#active = false;
      this.#outputAtMs = nowMs;
    }
    const { firstOutputMs, silenceMs } = this.route.host.timeouts;
    // Only the total time bounds a whole answer: until it is there nobody can tell work from silence.
    if (!this.#owner.streamed) return false;
    return this.#outputAtMs === undefined
      ? nowMs - this.startedAtMs > firstOutputMs
      : nowMs - this.#outputAtMs > silenceMs;
  }

  #sinkFailed(error: unknown): void {
    this.close();
    this.#owner.sinkFailed(this, error);
  }
}
