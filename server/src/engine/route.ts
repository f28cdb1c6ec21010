import type { TokenRates } from '#config';
import type { EngineSlots } from './capacity/capacity.ts';
import type { Breaker } from './breaker.ts';
import type { EngineHost } from './engine-host.ts';
import type { ServedModel } from './served-model.ts';

/** One way to serve a model: an engine, and its own name for the model. */
export interface Route {
  readonly host: EngineHost;
  /** The public id of the model that it serves. */
  readonly modelId: string;
  /** The engine's name for it. */
  readonly model: string;
  readonly weight: number;
  /** What the engine costs. Undefined: not known. */
  readonly cost: TokenRates | undefined;
  readonly breaker: Breaker;
}

/** The public id of a model, and the operator's name for an engine that serves it. */
export interface RouteName {
  readonly model: string;
  readonly engine: string;
}

/** A model's routes in the order they are tried: by ascending priority, then by weight. */
export interface ModelRoutes {
  readonly groups: readonly (readonly Route[])[];
  /** The slots of its engines, each engine once, but for those that are out of service. */
  readonly engines: readonly EngineSlots[];
}

/** Omits routes to engines that are not running. Those out of service stay, for whoever asks about them. */
export function compileRoutes(model: ServedModel, hosts: ReadonlyMap<string, EngineHost>): ModelRoutes {
  const byPriority = new Map<number, Route[]>();
  const engines = new Set<EngineSlots>();
  for (const { engine, model: name, priority, weight, cost } of model.routes) {
    const host = hosts.get(engine);
    if (!host) continue;
    if (!host.isOut(model.id)) engines.add(host.slots);
    const group = byPriority.get(priority) ?? [];
    byPriority.set(priority, group);
    group.push({ host, modelId: model.id, model: name, weight, cost, breaker: host.breaker(name) });
  }
  const groups = [...byPriority].toSorted(([a], [b]) => a - b).map(([, group]) => group);
  return { groups, engines: [...engines] };
}

export interface PickOptions {
  readonly tried: readonly Route[];
  readonly ignoreBreakers: boolean;
  /** Routes out of service may be used, to end a reply that began before. */
  readonly evenIfOut?: boolean;
  /** No other node can be asked, so this node must know of a free slot. */
  readonly atOnce: boolean;
  readonly nowMs: number;
  /** A random number from 0 to 1, for distribution by weight. */
  readonly random: () => number;
}

function usable(route: Route, options: PickOptions): boolean {
  const { tried, ignoreBreakers, evenIfOut = false, atOnce, nowMs } = options;
  const { slots } = route.host;
  if (route.host.isClosing || (!evenIfOut && route.host.isOut(route.modelId))) return false;
  const maybeFree = atOnce ? slots.hasRoom : slots.inUse < slots.capacity;
  if (!maybeFree || (!ignoreBreakers && !route.breaker.allows(nowMs))) return false;
  // A reload compiles routes anew, those of unchanged engines too.
  return !tried.some(({ host, model }) => host === route.host && model === route.model);
}

/**
 * The next route to try: of the first priority that has one, a route that is untried, in service, may have a
 * free slot and has no open breaker.
 */
export function pickRoute(routes: ModelRoutes, options: PickOptions): Route | undefined {
  for (const group of routes.groups) {
    const picked = group.length === 1 ? pickOnly(group[0], options) : pickByWeight(group, options);
    if (picked) return picked;
  }
  return undefined;
}

function pickOnly(route: Route | undefined, options: PickOptions): Route | undefined {
  return route && usable(route, options) ? route : undefined;
}

// Random choice by weight keeps no state between requests and evens out. Smooth round-robin would be exact,
// but would give the whole share of a failed route to its successor.
function pickByWeight(group: readonly Route[], options: PickOptions): Route | undefined {
  let total = 0;
  let last: Route | undefined;
  for (const route of group) if (usable(route, options)) total += route.weight;
  let rest = options.random() * total;
  for (const route of group) {
    if (!usable(route, options)) continue;
    last = route;
    rest -= route.weight;
    if (rest < 0) return route;
  }
  return last;
}
