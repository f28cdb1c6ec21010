import type { EngineSlots } from './capacity/capacity.ts';
import type { Breaker } from './breaker.ts';
import type { EngineHost } from './engine-host.ts';
import type { ServedModel } from './served-model.ts';

/** One place a model is answered: an engine, and its own name for the model. */
export interface Route {
  readonly host: EngineHost;
  readonly model: string;
  readonly weight: number;
  readonly breaker: Breaker;
}

/** A model's routes as they are tried: groups by ascending priority, inside a group by weight. */
export interface ModelRoutes {
  readonly groups: readonly (readonly Route[])[];
  /** Slots of its engines, each once. */
  readonly engines: readonly EngineSlots[];
}

/** Routes to engines that are not running are left out. */
export function compileRoutes(model: ServedModel, hosts: ReadonlyMap<string, EngineHost>): ModelRoutes {
  const byPriority = new Map<number, Route[]>();
  const engines = new Set<EngineSlots>();
  for (const { engine, model: name, priority, weight } of model.routes) {
    const host = hosts.get(engine);
    if (!host) continue;
    engines.add(host.slots);
    const group = byPriority.get(priority) ?? [];
    byPriority.set(priority, group);
    group.push({ host, model: name, weight, breaker: host.breaker(name) });
  }
  const groups = [...byPriority].toSorted(([a], [b]) => a - b).map(([, group]) => group);
  return { groups, engines: [...engines] };
}

export interface PickOptions {
  readonly tried: readonly Route[];
  readonly ignoreBreakers: boolean;
  /** Nobody can be asked for a slot: it must be one that is free as far as this node knows. */
  readonly atOnce: boolean;
  readonly nowMs: number;
  /** From 0 to 1, for sharing by weight. */
  readonly random: () => number;
}

function usable(route: Route, { tried, ignoreBreakers, atOnce, nowMs }: PickOptions): boolean {
  const { slots } = route.host;
  const maybeFree = atOnce ? slots.hasRoom : slots.inUse < slots.capacity;
  return maybeFree && (ignoreBreakers || route.breaker.allows(nowMs)) && !tried.includes(route);
}

/** The next route to try: the first priority with one that is untried, may have a free slot and has no open breaker. */
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

// Random by weight keeps no state between requests and evens out; a smooth rotation would be exact, but would hand the
// whole share of a failed route to its right-hand neighbour.
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
