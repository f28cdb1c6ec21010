import { performance } from 'node:perf_hooks';
import { Roster, type Clock, type Log } from '#kit';
import { ApiError } from '@svc/contract';
import { LocalCapacity, type CapacityManager } from './capacity.ts';
import { CapacityLease } from './capacity-lease.ts';
import { EngineFleet, type EngineFactory } from './engine-fleet.ts';
import type { EngineStats } from './engine-host.ts';
import type { EmbedRequest } from './embedding.ts';
import { EmbeddingRun } from './embedding-run.ts';
import { EngineFault, type EngineRun, type EngineSink } from './events.ts';
import { GenerationRun, type EngineWork, type RunOwner } from './generation-run.ts';
import { pickRoute } from './route.ts';
import type { GenerationConfig, ServedModel } from './served-model.ts';
import { enforceToolChoice } from './tool-choice-filter.ts';
import type { GenerateRequest } from './turns.ts';
import { createEngine } from './upstreams/create-engine.ts';

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

/**
 * The engine room's face: admits a request to a model's engines and runs it, with failover, circuit breakers, timeouts
 * (D-14) and capacity (D-78) inside.
 */
export class Generation {
  readonly #capacity: CapacityManager;
  readonly #fleet: EngineFleet;
  readonly #runOwner: RunOwner;
  readonly #runs = new Roster<GenerationRun>();
  readonly #sweeper: NodeJS.Timeout;
  #closed = false;

  constructor(options: GenerationOptions) {
    const { config, clock, log, random = Math.random } = options;
    this.#capacity = options.capacity ?? new LocalCapacity();
    const factory = options.createEngine ?? ((engine, name) => createEngine(engine, { clock, log: log.child({ engine: name }) }));
    this.#fleet = new EngineFleet(factory, this.#capacity, log);
    this.#runOwner = { log, random, settled: (run) => this.#runs.delete(run) };
    this.#fleet.reconfigure(config);
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  /**
   * Takes a slot for one request. Throws `capacity_busy` (429) when the organization has its share, and
   * `temporarily_unavailable` (503) when no slot is free, the model has just left the configuration, or we are closing.
   */
  admit(model: ServedModel, organizationId: string): CapacityLease {
    const routes = this.#fleet.routes(model.id);
    if (this.#closed || !routes) throw new ApiError('temporarily_unavailable');
    if (routes.engines.length === 0) throw new ApiError('server_misconfigured');
    this.#capacity.check(routes.engines, organizationId);
    const options = { tried: [], nowMs: performance.now(), random: this.#runOwner.random };
    const allowed = pickRoute(routes, { ...options, ignoreBreakers: false });
    // Nothing but open breakers is no reason to refuse: a route that may fail is better than none.
    const route = allowed ?? pickRoute(routes, { ...options, ignoreBreakers: true });
    if (!route) throw new ApiError('temporarily_unavailable');
    return new CapacityLease(organizationId, routes, route, allowed === undefined);
  }

  /** Runs an admitted request. Never throws for what an engine or the sink does: the sink hears how it went. A lease serves once. */
  run(lease: CapacityLease, request: GenerateRequest, sink: EngineSink): EngineRun {
    const work: EngineWork = { streamed: request.stream, start: (engine, model, to) => engine.start(request, model, to) };
    return this.#start(lease, work, enforceToolChoice(request.toolChoice, sink));
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
