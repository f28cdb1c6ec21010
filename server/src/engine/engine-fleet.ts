import type { EngineConfig } from '#config';
import type { Log } from '#kit';
import type { CapacityManager } from './capacity/capacity.ts';
import { digestWithSecrets } from './digest-with-secrets.ts';
import { EngineHost, type EngineStats } from './engine-host.ts';
import type { Engine } from './events.ts';
import { downRoutes, type DownRoute } from './down-routes.ts';
import { routeStates, type RouteState } from './route-states.ts';
import { performance } from 'node:perf_hooks';
import { compileRoutes, type ModelRoutes, type RouteName } from './route.ts';
import type { GenerationConfig, ServedModel } from './served-model.ts';
import { parsesResponses } from './upstreams/http/direct/parses-responses.ts';

/** Creates an engine from its configuration. */
export type EngineFactory = (config: EngineConfig, name: string) => Engine;

interface FleetEntry {
  readonly digest: string;
  readonly host: EngineHost;
}

/** The running engines and their routes, replaced as a whole when the configuration changes. */
export class EngineFleet {
  readonly #createEngine: EngineFactory;
  readonly #capacity: CapacityManager;
  readonly #log: Log;
  #entries = new Map<string, FleetEntry>();
  #models = new Map<string, ModelRoutes>();
  #served: readonly ServedModel[] = [];
  #outOfService: readonly RouteName[] = [];
  /** Retired engines that runs may still use, until they have closed. */
  readonly #leaving = new Set<EngineHost>();

  constructor(createEngine: EngineFactory, capacity: CapacityManager, log: Log) {
    this.#createEngine = createEngine;
    this.#capacity = capacity;
    this.#log = log;
    if (!parsesResponses())
      throw new Error(
        `Node ${process.version} parses responses differently: install the version that package.json names`,
      );
  }

  routes(modelId: string): ModelRoutes | undefined {
    return this.#models.get(modelId);
  }

  reconfigure(config: GenerationConfig): void {
    const before = this.#entries;
    const entries = this.#entriesFor(config);
    this.#entries = entries;
    this.#served = config.models;
    this.#compile();
    for (const [name, { host }] of before) if (entries.get(name)?.host !== host) this.#retire(host);
  }

  /** Of the routes named no new call is sent to any; those that it does not have may come with a later configuration. */
  setOutOfService(routes: readonly RouteName[]): void {
    this.#outOfService = routes;
    this.#compile();
  }

  stats(): readonly EngineStats[] {
    const nowMs = performance.now();
    return [...this.#entries.values()].map(({ host }) => host.stats(nowMs));
  }

  routeStates(): readonly RouteState[] {
    return routeStates(this.#models, performance.now());
  }

  downRoutes(): readonly DownRoute[] {
    return downRoutes(this.#models, performance.now());
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#leaving, ...[...this.#entries.values()].map(({ host }) => host)].map((host) => host.close()),
    );
  }

  #compile(): void {
    const out = Map.groupBy(this.#outOfService, ({ engine }) => engine);
    const hosts = new Map([...this.#entries].map(([name, { host }]) => [name, host]));
    for (const [name, host] of hosts) host.setOut(new Set(out.get(name)?.map(({ model }) => model)));
    this.#models = new Map(this.#served.map((model) => [model.id, compileRoutes(model, hosts)]));
  }

  #entriesFor(config: GenerationConfig): Map<string, FleetEntry> {
    const entries = new Map<string, FleetEntry>();
    try {
      for (const [name, engineConfig] of Object.entries(config.engines)) {
        const digest = digestWithSecrets(engineConfig);
        const current = this.#entries.get(name);
        entries.set(name, current?.digest === digest ? current : this.#start(name, engineConfig, digest));
      }
    } catch (error) {
      // One engine could not be created: keeps the old fleet and closes the engines created for the new one.
      for (const [name, { host }] of entries) if (this.#entries.get(name)?.host !== host) this.#retire(host);
      throw error;
    }
    return entries;
  }

  #start(name: string, config: EngineConfig, digest: string): FleetEntry {
    const engine = this.#createEngine(config, name);
    const slots = this.#capacity.slots(config.max_concurrency, sharedAs(name, config));
    return { digest, host: new EngineHost(name, config, engine, slots, this.#log) };
  }

  #retire(host: EngineHost): void {
    this.#leaving.add(host);
    void host.retire().then(() => this.#leaving.delete(host));
  }
}

/** The engine's name across nodes: two nodes that use the same name and address mean the same server. */
function sharedAs(name: string, config: EngineConfig): string | undefined {
  return 'base_url' in config ? digestWithSecrets([name, config.base_url]) : undefined;
}
