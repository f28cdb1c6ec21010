import { performance } from 'node:perf_hooks';
import { SweepSet } from '#kit';
import { ApiError } from '@svc/contract';
import { askForFormat } from './ask-for-format.ts';
import {
  LocalCapacity,
  type BackgroundRun,
  type CapacityManager,
  type SlotOutcome,
} from '../capacity/capacity.ts';
import { CapacityLease } from '../capacity/capacity-lease.ts';
import { EngineFleet } from '../engine-fleet.ts';
import type { KeyName } from '../engine-keys.ts';
import type { EngineStats } from '../engine-stats.ts';
import type { RouteState } from '../route-states.ts';
import type { DownRoute } from '../down-routes.ts';
import type { EmbedRequest } from '../embedding/embedding.ts';
import { EmbeddingRun } from '../embedding/embedding-run.ts';
import { EngineFault, type EngineRun, type EngineSink } from '../events.ts';
import type { ConversationKey } from '../conversation-key.ts';
import type { CallTrace } from './call-trace.ts';
import type { GenerationOptions } from './generation-options.ts';
import { GenerationRun, type EngineWork, type RunOwner } from './generation-run.ts';
import type { LongReply } from './long-reply.ts';
import type { AllowedEngines } from '../retention/engines-keeping-nothing.ts';
import { REFUSALS, type AdmissionOptions, type PickedRoute, type SlotSearch } from './slot-search.ts';
import {
  pickBackgroundRoute,
  pickRoute,
  restrictRoutes,
  shortestRestMs,
  type ModelRoutes,
  type Route,
  type RouteName,
} from '../route.ts';
import type { GenerationConfig, ServedModel } from '../served-model.ts';
import { enforceToolChoice } from './tool-choice-filter.ts';
import type { GenerateRequest } from '../turns.ts';
import { createEngine } from '../upstreams/create-engine.ts';

/**
 * How late a timeout may fire. One timer serves all runs: a timer per run, reset with every burst, costs more
 * than the burst.
 */
const SWEEP_MS = 250;

/**
 * The engine folder's public interface: admits a request to a model's engines and runs it, including
 * failover, circuit breakers, timeouts (D-14) and capacity (D-78).
 */
export class Generation {
  readonly #capacity: CapacityManager;
  readonly #fleet: EngineFleet;
  readonly #runOwner: RunOwner;
  readonly #runs = new SweepSet<GenerationRun>();
  /** Those in progress. Each adds and deletes itself. */
  readonly longReplies = new SweepSet<LongReply>();
  readonly #sweeper: NodeJS.Timeout;
  #liveCalls = 0;
  #stopped = false;

  constructor(options: GenerationOptions) {
    const { config, clock, log, random = Math.random } = options;
    this.#capacity = options.capacity ?? new LocalCapacity();
    const factory =
      options.createEngine ??
      ((engine, name) => createEngine(engine, { name, clock, log: log.child({ engine: name }) }));
    this.#fleet = new EngineFleet(factory, this.#capacity, { clock, log });
    this.#runOwner = {
      log,
      random,
      observer: options.observer,
      routes: (modelId) => this.#fleet.routes(modelId),
      settled: (run) => this.#runs.delete(run),
    };
    this.#fleet.reconfigure(config);
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /**
   * The engines of a model that an organization without retention may call, for `only` (D-DATA-8). Undefined: nothing is looked up, and
   * the configuration is right about all of them. Rejects with `model_unavailable` (400) or `model_retention_unverifiable` (503).
   */
  enginesKeepingNothing(modelId: string): Promise<AllowedEngines> | undefined {
    return this.#fleet.enginesKeepingNothing(modelId);
  }

  /**
   * Takes a slot for one request; returns a promise only if other nodes must be asked. Throws or rejects with
   * `capacity_busy` (429) when the organization has its share, `capacity_unreachable` (503) when that cannot
   * be determined, and `temporarily_unavailable` (503) when no slot is free, the model was just removed from
   * the configuration or has no route in service, or the service is closing. `trace`: of a call that is traced.
   * `again`: for the next generation of a reply, which must not stop halfway.
   */
  admit(
    model: ServedModel,
    organizationId: string,
    trace?: CallTrace,
    { again = false, conversation, only }: AdmissionOptions = {},
  ): CapacityLease | Promise<CapacityLease> {
    const compiled = this.#fleet.routes(model.id);
    if (this.#stopped || !compiled) throw new ApiError('temporarily_unavailable');
    const routes = restrictRoutes(compiled, only);
    if (routes.groups.length === 0) throw new ApiError('server_misconfigured');
    const evenIfOut = again && routes.engines.length === 0;
    if (!evenIfOut) this.#capacity.check(routes.engines, organizationId);
    this.#liveCalls++;
    return this.#takeSlot({
      model,
      organizationId,
      compiled,
      routes,
      trace,
      conversation,
      only,
      evenIfOut,
      refused: [],
      refusals: [],
    });
  }

  /** Number of live calls admitted so far. */
  get liveCalls(): number {
    return this.#liveCalls;
  }

  /**
   * Whether `admitInBackground` would find a slot. True for a model no longer configured, so that the call
   * itself fails. False while no route of a model is in service, and once stopped: its batch lines wait.
   */
  hasBackgroundRoom(modelId: string): boolean {
    if (this.#stopped) return false;
    const routes = this.#fleet.routes(modelId);
    return !routes || this.#backgroundRoute(routes) !== undefined;
  }

  /**
   * Takes a slot that live calls leave free, until one of them needs it: then `run` is preempted. Undefined:
   * none is free now, the engines fail, or the service stops. `again`: for the next generation of a reply, which must not stop
   * halfway.
   */
  admitInBackground(
    model: ServedModel,
    organizationId: string,
    background: BackgroundRun,
    { again = false, conversation, only }: AdmissionOptions = {},
  ): CapacityLease | undefined {
    const compiled = this.#fleet.routes(model.id);
    if (this.#stopped) return undefined;
    if (!compiled) throw new ApiError('temporarily_unavailable');
    const routes = restrictRoutes(compiled, only);
    const route = this.#backgroundRoute(routes, conversation) ?? (again ? anyRoute(routes) : undefined);
    if (routes.groups.length === 0) throw new ApiError('server_misconfigured');
    if (!route) return undefined;
    route.host.slots.takeInBackground(background);
    return new CapacityLease(organizationId, routes, route, { background, conversation, only });
  }

  #backgroundRoute(routes: ModelRoutes, conversation?: ConversationKey): Route | undefined {
    const { random } = this.#runOwner;
    return pickBackgroundRoute(routes, { nowMs: performance.now(), random, conversation });
  }

  /**
   * Runs an admitted request. Never throws because of an engine or the sink: the sink gets the outcome. A
   * lease is used once.
   */
  run(lease: CapacityLease, request: GenerateRequest, sink: EngineSink): EngineRun {
    const { stopSequences = [], sources = [] } = request;
    // Even for a non-streamed response the engine must stream if it may have to be stopped halfway.
    const asked = stopSequences.length > 0 ? { ...request, stream: true } : request;
    const start: EngineWork['start'] = (engine, model, to, { traceparent, amended, form }) => {
      const prompt = askForFormat(asked, engine, model);
      const sent =
        traceparent === undefined && !amended && !form
          ? prompt
          : {
              ...prompt,
              ...(traceparent !== undefined && { traceparent }),
              ...form,
              ...amended,
            };
      return engine.start(sent, model, to);
    };
    return this.#start(
      lease,
      { streamed: asked.stream, stopSequences, sources, start },
      enforceToolChoice(request, sink),
    );
  }

  /** Runs an admitted embeddings request in the same way. */
  embed(lease: CapacityLease, request: EmbedRequest, sink: EngineSink): EngineRun {
    const start: EngineWork['start'] = (engine, model, to, { traceparent }) => {
      const run = new EmbeddingRun(this.#runOwner.log, to);
      void run.start(engine, traceparent === undefined ? request : { ...request, traceparent }, model);
      return run;
    };
    return this.#start(lease, { streamed: false, start }, sink);
  }

  /**
   * Applies a changed configuration. Unchanged engines stay; others close with their last run. If it throws,
   * the old configuration stays in force.
   */
  reconfigure(config: GenerationConfig): void {
    this.#fleet.reconfigure(config);
  }

  /** Routes that no new call may use. Running ones go on. */
  setOutOfService(routes: readonly RouteName[]): void {
    this.#fleet.setOutOfService(routes);
  }

  /** Number of runs in progress. */
  get activeRuns(): number {
    return this.#runs.size;
  }

  stats(): readonly EngineStats[] {
    return this.#fleet.stats();
  }

  /** Every route that a model has, as this process has seen it. */
  routeStates(): readonly RouteState[] {
    return this.#fleet.routeStates();
  }

  downRoutes(): readonly DownRoute[] {
    return this.#fleet.downRoutes();
  }

  /** Uses keys again that are out and have answered a probe. Returns those. */
  restoreKeys(names: readonly KeyName[]): readonly KeyName[] {
    return this.#fleet.restoreKeys(names);
  }

  /** Ends every reply and every run in progress with an error, and admits nothing more. */
  stopAll(): void {
    this.#stopped = true;
    // Before the runs: a reply may make do without a generation that failed.
    this.longReplies.forEach((reply) => reply.stop());
    this.#runs.forEach((run) => run.stop(new EngineFault('unreachable')));
  }

  /** Ends remaining runs and closes every engine. Drain first: this does not wait. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.stopAll();
    await this.#fleet.close();
  }

  #takeSlot(search: SlotSearch): CapacityLease | Promise<CapacityLease> {
    const { routes, organizationId, conversation, only, evenIfOut, refused, refusals } = search;
    const options = {
      conversation,
      tried: refused,
      evenIfOut,
      requiresFreeSlot: false,
      nowMs: performance.now(),
      random: this.#runOwner.random,
    };
    const allowed = pickRoute(routes, { ...options, ignoreBreakers: false });
    const restMs = allowed ? undefined : shortestRestMs(routes, options.nowMs);
    if (restMs !== undefined)
      throw new ApiError('model_busy', { retryAfterSeconds: Math.ceil(restMs / 1000) });
    // If only open breakers stand in the way, a route that may fail is better than none. One that rests is not asked.
    const route = allowed ?? pickRoute(routes, { ...options, ignoreBreakers: true });
    if (!route)
      throw new ApiError(REFUSALS.find((name) => refusals.includes(name)) ?? 'temporarily_unavailable');
    const pick: PickedRoute = { route, ignoreBreakers: allowed === undefined };
    const response = route.host.slots.request(organizationId);
    if (!(response instanceof Promise)) return this.#noteResult(search, pick, response);
    return response.then((known) => {
      if (!this.#stopped && this.#fleet.routes(search.model.id) === search.compiled)
        return this.#noteResult(search, pick, known);
      // The configuration changed meanwhile, so the engine may already be closed.
      if (known === 'taken') route.host.release(organizationId);
      return this.admit(search.model, organizationId, search.trace, { again: evenIfOut, conversation, only });
    });
  }

  #noteResult(
    search: SlotSearch,
    { route, ignoreBreakers }: PickedRoute,
    response: SlotOutcome,
  ): CapacityLease | Promise<CapacityLease> {
    const { organizationId, routes, trace, conversation, only, refused, refusals } = search;
    if (response === 'taken')
      return new CapacityLease(organizationId, routes, route, { ignoreBreakers, trace, conversation, only });
    refusals.push(response);
    for (const group of routes.groups) refused.push(...group.filter(({ host }) => host === route.host));
    return this.#takeSlot(search);
  }

  #start(lease: CapacityLease, work: EngineWork, sink: EngineSink): EngineRun {
    const route = lease.use();
    const run = new GenerationRun(this.#runOwner, lease, work, sink);
    this.#runs.add(run);
    run.start(route);
    return run;
  }

  #sweep(): void {
    const nowMs = performance.now();
    this.#runs.forEach((run) => run.sweep(nowMs));
  }
}

/** One in service, if there is one. */
function anyRoute({ groups }: ModelRoutes): Route | undefined {
  const routes = groups.flat();
  return routes.find(({ host, modelId }) => !host.isOut(modelId)) ?? routes[0];
}
