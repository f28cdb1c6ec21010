import { performance } from 'node:perf_hooks';
import { SweepSet, type Clock, type Log } from '#kit';
import { ApiError } from '@svc/contract';
import { askForFormat } from './ask-for-format.ts';
import {
  LocalCapacity,
  type CapacityManager,
  type SlotAnswer,
  type SlotRefusal,
} from '../capacity/capacity.ts';
import { CapacityLease } from '../capacity/capacity-lease.ts';
import { EngineFleet, type EngineFactory } from '../engine-fleet.ts';
import type { EngineStats } from '../engine-host.ts';
import type { EmbedRequest } from '../embedding/embedding.ts';
import { EmbeddingRun } from '../embedding/embedding-run.ts';
import { EngineFault, type EngineRun, type EngineSink } from '../events.ts';
import { GenerationRun, type EngineWork, type RunOwner } from './generation-run.ts';
import { pickRoute, type ModelRoutes, type Route } from '../route.ts';
import type { GenerationConfig, ServedModel } from '../served-model.ts';
import { enforceToolChoice } from './tool-choice-filter.ts';
import type { GenerateRequest } from '../turns.ts';
import { createEngine } from '../upstreams/create-engine.ts';

export interface GenerationOptions {
  readonly config: GenerationConfig;
  readonly clock: Clock;
  readonly log: Log;
  /** Who hands out the engines' slots; counts on this node alone by default. */
  readonly capacity?: CapacityManager;
  /** For tests: how an engine is made from its configuration. */
  readonly createEngine?: EngineFactory;
  /** For tests: the source of chance for sharing by weight, from 0 to 1. */
  readonly random?: () => number;
}

/** How late a timeout may fire. One timer for all runs: a timer per run, moved with every burst, costs more than the burst. */
const SWEEP_MS = 250;

/** What a request hears when engines refused for different reasons: the first of these that one of them gave. */
const REFUSALS = [
  'capacity_busy',
  'capacity_unreachable',
  'temporarily_unavailable',
] as const satisfies readonly SlotRefusal[];

/** One request on its way to a slot. */
interface SlotSearch {
  readonly model: ServedModel;
  readonly organizationId: string;
  readonly routes: ModelRoutes;
  /** Routes whose engine refused, and why. */
  readonly refused: Route[];
  readonly refusals: SlotRefusal[];
}

interface PickedRoute {
  readonly route: Route;
  /** Every route's breaker was open. */
  readonly ignoreBreakers: boolean;
}

/**
 * What others see of the engine folder: admits a request to a model's engines and runs it, with failover, circuit breakers, timeouts
 * (D-14) and capacity (D-78) inside.
 */
export class Generation {
  readonly #capacity: CapacityManager;
  readonly #fleet: EngineFleet;
  readonly #runOwner: RunOwner;
  readonly #runs = new SweepSet<GenerationRun>();
  readonly #sweeper: NodeJS.Timeout;
  #closed = false;

  constructor(options: GenerationOptions) {
    const { config, clock, log, random = Math.random } = options;
    this.#capacity = options.capacity ?? new LocalCapacity();
    const factory =
      options.createEngine ??
      ((engine, name) => createEngine(engine, { clock, log: log.child({ engine: name }) }));
    this.#fleet = new EngineFleet(factory, this.#capacity, log);
    this.#runOwner = { log, random, settled: (run) => this.#runs.delete(run) };
    this.#fleet.reconfigure(config);
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /**
   * Takes a slot for one request; a promise only where other nodes have to be asked for it. Throws or rejects with
   * `capacity_busy` (429) when the organization has its share, `capacity_unreachable` (503) when that cannot be known, and
   * `temporarily_unavailable` (503) when no slot is free, the model has just left the configuration, or we are closing.
   */
  admit(model: ServedModel, organizationId: string): CapacityLease | Promise<CapacityLease> {
    const routes = this.#fleet.routes(model.id);
    if (this.#closed || !routes) throw new ApiError('temporarily_unavailable');
    if (routes.engines.length === 0) throw new ApiError('server_misconfigured');
    this.#capacity.check(routes.engines, organizationId);
    return this.#takeSlot({ model, organizationId, routes, refused: [], refusals: [] });
  }

  /** Runs an admitted request. Never throws for what an engine or the sink does: the sink hears how it went. A lease serves once. */
  run(lease: CapacityLease, request: GenerateRequest, sink: EngineSink): EngineRun {
    const { stopSequences = [], sources = [] } = request;
    // Whatever the caller wants in one piece, an engine that is to be stopped in the middle must be listened to.
    const asked = stopSequences.length > 0 ? { ...request, stream: true } : request;
    const start: EngineWork['start'] = (engine, model, to) =>
      engine.start(askForFormat(asked, engine), model, to);
    return this.#start(
      lease,
      { streamed: asked.stream, stopSequences, sources, start },
      enforceToolChoice(request, sink),
    );
  }

  /** Runs an admitted embeddings request, on the same terms. */
  embed(lease: CapacityLease, request: EmbedRequest, sink: EngineSink): EngineRun {
    const start: EngineWork['start'] = (engine, model, to) => {
      const run = new EmbeddingRun(this.#runOwner.log, to);
      void run.start(engine, request, model);
      return run;
    };
    return this.#start(lease, { streamed: false, start }, sink);
  }

  /** Takes a changed configuration. Engines that did not change stay; others close with their last run. Throws with the old one intact. */
  reconfigure(config: GenerationConfig): void {
    this.#fleet.reconfigure(config);
  }

  /** Runs in progress. */
  get activeRuns(): number {
    return this.#runs.size;
  }

  stats(): readonly EngineStats[] {
    return this.#fleet.stats();
  }

  /** Ends every run in progress; their callers hear that it failed. */
  stopAll(): void {
    this.#runs.forEach((run) => run.stop(new EngineFault('unreachable')));
  }

  /** Ends what still runs and closes every engine. Draining comes before: this waits for nobody. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeper);
    this.stopAll();
    await this.#fleet.close();
  }

  #takeSlot(search: SlotSearch): CapacityLease | Promise<CapacityLease> {
    const { routes, organizationId, refused, refusals } = search;
    const options = {
      tried: refused,
      atOnce: false,
      nowMs: performance.now(),
      random: this.#runOwner.random,
    };
    const allowed = pickRoute(routes, { ...options, ignoreBreakers: false });
    // Nothing but open breakers is no reason to refuse: a route that may fail is better than none.
    const route = allowed ?? pickRoute(routes, { ...options, ignoreBreakers: true });
    if (!route)
      throw new ApiError(REFUSALS.find((name) => refusals.includes(name)) ?? 'temporarily_unavailable');
    const pick: PickedRoute = { route, ignoreBreakers: allowed === undefined };
    const answer = route.host.slots.request(organizationId);
    if (!(answer instanceof Promise)) return this.#answered(search, pick, answer);
    return answer.then((known) => {
      if (!this.#closed && this.#fleet.routes(search.model.id) === routes)
        return this.#answered(search, pick, known);
      // The configuration has changed meanwhile, and the engine may be closed already.
      if (known === 'taken') route.host.giveBack(organizationId);
      return this.admit(search.model, organizationId);
    });
  }

  #answered(
    search: SlotSearch,
    { route, ignoreBreakers }: PickedRoute,
    answer: SlotAnswer,
  ): CapacityLease | Promise<CapacityLease> {
    const { organizationId, routes, refused, refusals } = search;
    if (answer === 'taken') return new CapacityLease(organizationId, routes, route, ignoreBreakers);
    refusals.push(answer);
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
