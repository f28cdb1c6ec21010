import type { EngineConfig } from '#config';
import type { Clock, Log } from '#kit';
import type { CapacityManager } from './capacity/capacity.ts';
import { digestWithSecrets } from './digest-with-secrets.ts';
import { EngineHost } from './engine-host.ts';
import { keyedEngines, type KeyedEngine, type KeyName } from './engine-keys.ts';
import { engineStats, type EngineStats } from './engine-stats.ts';
import type { Engine } from './events.ts';
import { downRoutes, type DownRoute } from './down-routes.ts';
import { routeStates, type RouteState } from './route-states.ts';
import { performance } from 'node:perf_hooks';
import { enginesKeepingNothing, type AllowedEngines } from './retention/engines-keeping-nothing.ts';
import { RetentionCheck } from './retention/retention-check.ts';
import { compileRoutes, type ModelRoutes, type RouteName } from './route.ts';
import type { GenerationConfig, ServedModel } from './served-model.ts';
import { parsesResponses } from './upstreams/http/direct/parses-responses.ts';

/** Creates an engine from its configuration. */
export type EngineFactory = (config: EngineConfig, name: string) => Engine;

interface FleetEntry {
  readonly digest: string;
  /** One, or one for each of its keys. */
  readonly hosts: readonly [EngineHost, ...EngineHost[]];
  /** Absent: what it does with data is what the configuration says of its models. */
  readonly retention: RetentionCheck | undefined;
}

interface FleetNeeds {
  readonly clock: Clock;
  readonly log: Log;
}

/** The running engines and their routes, replaced as a whole when the configuration changes. */
export class EngineFleet {
  readonly #createEngine: EngineFactory;
  readonly #capacity: CapacityManager;
  readonly #log: Log;
  readonly #clock: Clock;
  #entries = new Map<string, FleetEntry>();
  #models = new Map<string, ModelRoutes>();
  #served: readonly ServedModel[] = [];
  #outOfService: readonly RouteName[] = [];
  /** Retired engines that runs may still use, until they have closed. */
  readonly #leaving = new Set<EngineHost>();

  constructor(createEngine: EngineFactory, capacity: CapacityManager, { clock, log }: FleetNeeds) {
    this.#clock = clock;
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

  /** See `Generation.enginesKeepingNothing`. */
  enginesKeepingNothing(modelId: string): Promise<AllowedEngines> | undefined {
    const routes = this.#models.get(modelId)?.groups.flat() ?? [];
    const checkOf = ({ name }: EngineHost) => this.#entries.get(name)?.retention;
    if (!routes.some(({ host }) => checkOf(host))) return undefined;
    return enginesKeepingNothing(new Set(routes.map(({ host }) => host)), checkOf);
  }

  reconfigure(config: GenerationConfig): void {
    const before = this.#entries;
    const entries = this.#entriesFor(config);
    this.#entries = entries;
    this.#served = config.models;
    this.#compile();
    for (const [name, entry] of before)
      if (entries.get(name) === entry) for (const host of entry.hosts) host.reloaded();
      else this.#retire(entry);
  }

  /** Of the routes named no new call is sent to any; those that it does not have may come with a later configuration. */
  setOutOfService(routes: readonly RouteName[]): void {
    this.#outOfService = routes;
    this.#compile();
  }

  stats(): readonly EngineStats[] {
    const nowMs = performance.now();
    return [...this.#entries.values()].map(({ hosts }) => engineStats(hosts, nowMs));
  }

  routeStates(): readonly RouteState[] {
    return routeStates(this.#models, performance.now());
  }

  downRoutes(): readonly DownRoute[] {
    return downRoutes(this.#models, performance.now());
  }

  /** These keys have answered a probe: of them, those that are out get calls again (D-ENG-29). Returns which were out. */
  restoreKeys(names: readonly KeyName[]): readonly KeyName[] {
    return names.filter(({ engine, key }) => {
      const host = this.#entries.get(engine)?.hosts.find((each) => each.key?.name === key);
      if (!host?.keyHealth.isOut) return false;
      host.keyHealth.succeeded();
      return true;
    });
  }

  async close(): Promise<void> {
    const hosts = [...this.#entries.values()].flatMap((entry) => entry.hosts);
    await Promise.all([...this.#leaving, ...hosts].map((host) => host.close()));
  }

  #compile(): void {
    const out = Map.groupBy(this.#outOfService, ({ engine }) => engine);
    const hosts = new Map([...this.#entries].map(([name, entry]) => [name, entry.hosts]));
    for (const [name, some] of hosts) {
      const models = new Set(out.get(name)?.map(({ model }) => model));
      for (const host of some) host.setOut(models);
    }
    this.#models = new Map(this.#served.map((model) => [model.id, compileRoutes(model, hosts)]));
    const routes = [...this.#models.values()].flatMap(({ groups }) => groups.flat());
    const breakers = new Set(routes.map(({ breaker }) => breaker));
    for (const host of [...hosts.values()].flat()) host.keepBreakers(breakers);
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
      for (const [name, entry] of entries) if (this.#entries.get(name) !== entry) this.#retire(entry);
      throw error;
    }
    return entries;
  }

  #start(name: string, config: EngineConfig, digest: string): FleetEntry {
    const [first, ...others] = keyedEngines(name, config);
    const check = 'retention_check' in config ? config.retention_check : undefined;
    return {
      digest,
      hosts: [this.#startKey(first), ...others.map((keyed) => this.#startKey(keyed))],
      retention: check && new RetentionCheck(check, this.#clock),
    };
  }

  #startKey(keyed: KeyedEngine): EngineHost {
    const engine = this.#createEngine(keyed.config, keyed.name);
    const slots = this.#capacity.slots(keyed.config.max_concurrency, sharedAs(keyed));
    return new EngineHost(keyed, engine, slots, this.#log);
  }

  #retire({ hosts }: FleetEntry): void {
    for (const host of hosts) {
      this.#leaving.add(host);
      void host.retire().then(() => this.#leaving.delete(host));
    }
  }
}

/** The engine's name across nodes: two nodes that use the same name, key and address mean the same server. */
function sharedAs({ name, key, config }: KeyedEngine): string | undefined {
  if (!('base_url' in config)) return undefined;
  return digestWithSecrets(key ? [name, config.base_url, key.name] : [name, config.base_url]);
}
