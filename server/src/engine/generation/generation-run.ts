import { performance } from 'node:perf_hooks';
import { describeError, type Sweepable, type Log } from '#kit';
import { Attempt, type AttemptOwner } from './attempt.ts';
import { outcomeOf, type AttemptObserver } from './attempt-observer.ts';
import type { CapacityLease } from '../capacity/capacity-lease.ts';
import { EngineFault, type Engine, type EngineRun, type EngineSink } from '../events.ts';
import { CitationFilter } from '../citations/citation-filter.ts';
import { blamesRequest, type AmendedRequest } from '../refusal.ts';
import { isBusy, isMisconfiguration } from '../fault-to-error.ts';
import { pickNextRoute, restrictRoutes, shortestRestMs, type ModelRoutes, type Route } from '../route.ts';
import { TracedAttempt } from './traced-attempt.ts';
import { StopSequenceFilter } from './stop-sequence-filter.ts';
import type { CitableSource, RequestDialect } from '../turns.ts';

/** What all runs share. */
export interface RunOwner {
  readonly log: Log;
  readonly random: () => number;
  readonly observer: AttemptObserver | undefined;
  /** Of a model in the current configuration. */
  routes(modelId: string): ModelRoutes | undefined;
  /** Called once when the run has ended in any way and its lease is released. */
  settled(run: GenerationRun): void;
}

/** The engine-independent work of a run. */
export interface EngineWork {
  /** Output arrives in chunks. */
  readonly streamed: boolean;
  /** The reply ends before the first of these in its text. */
  readonly stopSequences?: readonly string[];
  /** The sources that marks in the reply refer to. */
  readonly sources?: readonly CitableSource[];
  start(engine: Engine, model: string, sink: EngineSink, attempt: StartedAttempt): EngineRun;
}

/** What is particular to one attempt. */
interface StartedAttempt {
  readonly traceparent: string | undefined;
  /** How the request differs, after the engine refused it as it was. */
  readonly amended: AmendedRequest | undefined;
  /** Of the route, where it is not the engine's. */
  readonly form: RequestDialect | undefined;
}

/** Of one route. Each changes something else, and finding out how much room a prompt leaves may take a few. */
const MAX_AMENDED_ATTEMPTS = 8;
/** Statuses with which engines refuse a request rather than the way to them. */
const OF_THE_REQUEST = new Set([400, 413, 422]);

/**
 * Another route may succeed after any failure, unless the engine refused the request itself, which would only be repeated:
 * credentials, accounts, addresses and models are the operator's.
 */
function mayFailOver({ kind, status = 0, refusal }: EngineFault): boolean {
  if (refusal) return !blamesRequest(refusal);
  return kind !== 'status' || !OF_THE_REQUEST.has(status);
}

/**
 * One request and its attempts at a model's routes. Tries the next route only while nothing has reached the
 * sink. Ends in exactly one of `end`, `fail`, abort or a throwing sink, and releases its slot in each case.
 */
export class GenerationRun implements EngineRun, AttemptOwner, Sweepable {
  sweepIndex = -1;
  readonly sink: EngineSink;
  readonly #owner: RunOwner;
  readonly #lease: CapacityLease;
  readonly streamed: boolean;
  /** Undefined once no other route may be tried. */
  #start: EngineWork['start'] | undefined;
  readonly #startedAtMs = performance.now();
  #tried: readonly Route[] = [];
  #attempt: Attempt | undefined;
  #amendedAttempts = 0;
  /** All changes since this route refused the request as it was. */
  #amended: AmendedRequest | undefined;
  /** The last failure that may pass. */
  #passing: EngineFault | undefined;
  #settled = false;

  constructor(owner: RunOwner, lease: CapacityLease, work: EngineWork, sink: EngineSink) {
    this.#owner = owner;
    this.#lease = lease;
    const { stopSequences = [], sources = [] } = work;
    this.streamed = work.streamed;
    this.#start = work.start;
    const stopping =
      stopSequences.length > 0 ? new StopSequenceFilter(stopSequences, sink, () => this.#complete()) : sink;
    // Removes marks first: the caller does not see them, and a stop sequence must not be found in one.
    this.sink = sources.length > 0 ? new CitationFilter(sources, stopping) : stopping;
  }

  get observer(): AttemptObserver | undefined {
    return this.#owner.observer;
  }

  /** Starts on the route whose slot the lease holds. May settle before it returns. */
  start(route: Route): void {
    if (this.#start) this.#try(route, this.#start);
  }

  resume(): void {
    this.#attempt?.resume();
  }

  abort(): void {
    if (this.#settled) return;
    this.#leave();
    this.#settle();
  }

  /** Ends the run on behalf of the service: its sink gets the fault. */
  stop(fault: EngineFault): void {
    if (this.#settled) return;
    this.#leave();
    this.#finish(() => this.sink.fail(fault));
  }

  /** The reply is complete by our own criteria, so the engine is no longer needed. */
  #complete(): void {
    const attempt = this.#attempt;
    if (!attempt || this.#settled) return;
    attempt.close();
    this.completed(attempt);
  }

  /** Called every sweep. The total time spans all attempts; the timeouts are those of the current engine. */
  sweep(nowMs: number): void {
    const attempt = this.#attempt;
    if (!attempt || this.#settled) return;
    // It keeps the request as the engine was sent it, for as long as the reply takes.
    if (attempt.reachedSink) this.#start = undefined;
    if (!attempt.isOverdue(nowMs) && nowMs - this.#startedAtMs <= attempt.route.host.timeouts.totalMs) return;
    const fault = new EngineFault('timeout');
    // A caller who does not read is not the engine's fault.
    if (attempt.paused) return this.stop(fault);
    attempt.close();
    this.failed(attempt, fault);
  }

  completed(attempt: Attempt): void {
    attempt.route.breaker.succeeded();
    attempt.report('completed');
    this.#finish(() => this.sink.end());
  }

  failed(attempt: Attempt, fault: EngineFault): void {
    if (fault.amended && this.#sendAmended(attempt, fault.amended)) return;
    const { host, breaker } = attempt.route;
    const nowMs = performance.now();
    fault.engine = host.name;
    host.faults[fault.kind]++;
    breaker.failed(fault, nowMs, attempt.probe);
    attempt.report(outcomeOf(fault), fault.status);
    if (!isMisconfiguration(fault)) this.#passing = fault;
    const start = this.#start;
    const next =
      attempt.reachedSink || !mayFailOver(fault) ? undefined : this.#nextRoute(attempt.route, fault, nowMs);
    if (next && start) {
      this.#owner.log.info(fault.toLog(), 'engine failed before its first output; trying the next route');
      this.#owner.observer?.failedOver(attempt.route);
      this.#lease.move(next);
      this.#try(next, start);
    } else this.#finish(() => this.sink.fail(this.#toReport(attempt, fault, nowMs)));
  }

  /** Of several routes that failed, what gives the caller most hope: an operator's mistake is not repeated, a full engine is. */
  #toReport({ route }: Attempt, fault: EngineFault, nowMs: number): EngineFault {
    const reported = isMisconfiguration(fault) ? (this.#passing ?? fault) : fault;
    const restMs = isBusy(reported) ? shortestRestMs(this.#routesOf(route), nowMs) : undefined;
    if (restMs !== undefined) reported.retryAfterSeconds = restMs / 1000;
    return reported;
  }

  /** Asks the same engine again, in a form that it takes: its refusal is no failure. */
  #sendAmended(attempt: Attempt, amended: AmendedRequest): boolean {
    const start = this.#start;
    if (!start || attempt.reachedSink || this.#amendedAttempts >= MAX_AMENDED_ATTEMPTS) return false;
    this.#amendedAttempts++;
    this.#amended = { ...this.#amended, ...amended };
    attempt.route.breaker.abandoned(attempt.probe);
    attempt.report('status_4xx');
    this.#attemptAt(attempt.route, start);
    return true;
  }

  /** The sink may still be able to report its failure. */
  sinkFailed(attempt: Attempt, error: unknown): void {
    attempt.route.breaker.abandoned(attempt.probe);
    attempt.report('internal_error');
    this.#logSinkFailure(error);
    this.#finish(() => this.sink.fail(new EngineFault('broken')));
  }

  #try(route: Route, start: EngineWork['start']): void {
    // A list that grows by itself reserves seventeen places, for as long as the reply takes.
    this.#tried = this.#tried.concat(route);
    this.#amendedAttempts = 0;
    this.#amended = undefined;
    this.#attemptAt(route, start);
  }

  #attemptAt(route: Route, start: EngineWork['start']): void {
    const trace = this.#lease.trace?.startAttempt(route);
    const attempt = trace ? new TracedAttempt(this, route, trace) : new Attempt(this, route);
    this.#attempt = attempt;
    try {
      attempt.attach(
        start(route.host.engine, route.model, attempt, {
          traceparent: trace?.traceparent,
          amended: this.#amended,
          form: route.form,
        }),
      );
    } catch (error) {
      this.#owner.log.error({ error: describeError(error) }, 'engine run failed to start');
      attempt.fail(new EngineFault('broken'));
    }
  }

  #nextRoute(failed: Route, fault: EngineFault, nowMs: number): Route | undefined {
    const { ignoreBreakers, conversation } = this.#lease;
    const options = {
      tried: this.#tried,
      requiresFreeSlot: true,
      nowMs,
      random: this.#owner.random,
      conversation,
    };
    const routes = this.#routesOf(failed);
    const next = pickNextRoute(routes, { failed, fault }, { ...options, ignoreBreakers });
    return next && nowMs - this.#startedAtMs <= next.host.timeouts.totalMs ? next : undefined;
  }

  /** Engines that a reload replaced since the admission may be closed. */
  #routesOf({ modelId }: Route): ModelRoutes {
    return restrictRoutes(this.#owner.routes(modelId) ?? this.#lease.routes, this.#lease.only);
  }

  #leave(): void {
    const attempt = this.#attempt;
    if (!attempt) return;
    attempt.close();
    attempt.route.breaker.abandoned(attempt.probe);
    attempt.report('cancelled');
  }

  /** Releases the slot before the sink learns of the end, so that it can start the next run in response. */
  #finish(notify: () => void): void {
    if (this.#settled) return;
    this.#settle();
    try {
      notify();
    } catch (error) {
      this.#logSinkFailure(error);
    }
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#lease.release();
    this.#owner.settled(this);
  }

  #logSinkFailure(error: unknown): void {
    this.#owner.log.error({ error: describeError(error) }, 'handling an engine event failed');
  }
}
