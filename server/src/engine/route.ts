import type { TokenRates } from '#config';
import type { EngineSlots } from './capacity/capacity.ts';
import type { Breaker } from './breaker.ts';
import { hashFraction, routeHash, type ConversationKey } from './conversation-key.ts';
import type { EngineHost } from './engine-host.ts';
import { ejectionReason } from './ejection.ts';
import type { EngineFault } from './events.ts';
import type { AllowedEngines } from './retention/engines-keeping-nothing.ts';
import type { ServedModel } from './served-model.ts';
import type { RequestDialect } from './turns.ts';

/** One way to serve a model: an engine, and its own name for the model. */
export interface Route {
  readonly host: EngineHost;
  /** The public id of the model that it serves. */
  readonly modelId: string;
  /** The engine's name for it. */
  readonly model: string;
  readonly weight: number;
  /** How the engine wants requests for it, where that is not what the engine's own configuration says. */
  readonly form: RequestDialect | undefined;
  /** What the engine costs. Undefined: not known. */
  readonly cost: TokenRates | undefined;
  readonly breaker: Breaker;
  /** Of engine and model, the same on all nodes. */
  readonly hash: number;
}

/** The public id of a model, and the operator's name for an engine that serves it. */
export interface RouteName {
  readonly model: string;
  readonly engine: string;
}

/** A model's routes in the order they are tried: by ascending priority, then by weight. */
export interface ModelRoutes {
  readonly groups: readonly (readonly Route[])[];
  /** Calls of one conversation take the same route. */
  readonly isSticky: boolean;
  /** One route at most is in service. */
  readonly isLone: boolean;
  /** The slots of its engines, each engine once, but for those that are out of service. */
  readonly engines: readonly EngineSlots[];
}

/** Where calls of one conversation go by it, and all others at random. */
type Choice = Pick<PickOptions, 'nowMs' | 'random' | 'conversation'>;

/** Omits routes to engines that are not running. Those out of service stay, for whoever asks about them. */
export function compileRoutes(
  model: ServedModel,
  hosts: ReadonlyMap<string, readonly EngineHost[]>,
): ModelRoutes {
  const byPriority = new Map<number, Route[]>();
  const engines = new Set<EngineSlots>();
  for (const { engine, model: name, priority, weight, dialect, api, cost } of model.routes) {
    const some = hosts.get(engine) ?? [];
    const group = byPriority.get(priority) ?? [];
    if (some.length > 0) byPriority.set(priority, group);
    const form = dialect || api ? { ...(dialect && { dialect }), ...(api && { api }) } : undefined;
    const keyWeights = some.reduce((sum, { key }) => sum + (key?.weight ?? 0), 0) || 1;
    for (const host of some) {
      if (!host.isOut(model.id)) engines.add(host.slots);
      group.push({
        host,
        modelId: model.id,
        model: name,
        weight: host.key ? (weight * host.key.weight) / keyWeights : weight,
        form,
        cost,
        breaker: host.breaker(name),
        hash: routeHash(engine, name, host.key?.name),
      });
    }
  }
  const groups = [...byPriority].toSorted(([a], [b]) => a - b).map(([, group]) => group);
  return { groups, isSticky: model.sticky !== 'none', isLone: hasLoneRoute(groups), engines: [...engines] };
}

function hasLoneRoute(groups: ModelRoutes['groups']): boolean {
  return groups.flat().filter(({ host, modelId }) => !host.isOut(modelId)).length < 2;
}

/** Of a model's routes those to some engines. `only` absent: all. */
export function restrictRoutes(routes: ModelRoutes, only: AllowedEngines | undefined): ModelRoutes {
  if (!only) return routes;
  const slots = new Set([...only].map((host) => host.slots));
  const groups = routes.groups.map((group) => group.filter(({ host }) => only.has(host)));
  return {
    groups,
    isSticky: routes.isSticky,
    isLone: hasLoneRoute(groups),
    engines: routes.engines.filter((engine) => slots.has(engine)),
  };
}

/** Whether two routes differ in the engine's key at most. */
export function isSibling(one: Route, other: Route): boolean {
  return one.host.name === other.host.name && one.model === other.model;
}

export interface PickOptions {
  readonly tried: readonly Route[];
  readonly ignoreBreakers: boolean;
  /** Routes out of service may be used, to end a reply that began before. */
  readonly evenIfOut?: boolean;
  /** No other node can be asked, so this node must know of a free slot. */
  readonly requiresFreeSlot: boolean;
  readonly nowMs: number;
  /** A random number from 0 to 1, for distribution by weight. */
  readonly random: () => number;
  /** Absent: the call belongs to no conversation. */
  readonly conversation?: Pick<ConversationKey, 'hash'> | undefined;
}

function usable(route: Route, isLone: boolean, options: PickOptions): boolean {
  const { tried, ignoreBreakers, evenIfOut = false, requiresFreeSlot, nowMs } = options;
  const { slots } = route.host;
  if (route.host.isClosing || (!evenIfOut && route.host.isOut(route.modelId))) return false;
  const maybeFree = requiresFreeSlot ? slots.hasRoom : slots.inUse < slots.capacity;
  // A route that may fail is better than none. One that is throttled would only be throttled for longer.
  const mayAsk = ignoreBreakers ? isLone || route.breaker.restMs(nowMs) === 0 : route.breaker.allows(nowMs);
  if (!maybeFree || !mayAsk) return false;
  // A reload compiles routes again, those of unchanged engines too.
  return !tried.some(({ host, model }) => host === route.host && model === route.model);
}

/**
 * The next route to try: of the first priority that has one, a route that is untried, in service, may have a
 * free slot and has no open breaker.
 */
export function pickRoute(routes: ModelRoutes, options: PickOptions): Route | undefined {
  for (const group of routes.groups) {
    const picked =
      group.length === 1
        ? pickOnly(routes, group[0], options)
        : pickByWeight(
            routes,
            group.filter((route) => usable(route, routes.isLone, options)),
            options,
          );
    if (picked) return picked;
  }
  return undefined;
}

/**
 * The route after one that failed: what the key was refused for, its siblings may take (D-ENG-29); what the server failed with would
 * meet them too.
 */
export function pickNextRoute(
  routes: ModelRoutes,
  { failed, fault }: { readonly failed: Route; readonly fault: EngineFault },
  options: PickOptions,
): Route | undefined {
  if (!failed.host.key) return pickRoute(routes, options);
  const reason = ejectionReason(fault);
  const isOfKey = reason === 'throttled' || reason === 'unauthorized';
  const among = (siblings: boolean): Route | undefined => {
    const groups = routes.groups.map((group) =>
      group.filter((route) => isSibling(route, failed) === siblings),
    );
    return pickRoute({ ...routes, groups }, options);
  };
  return among(isOfKey) ?? among(!isOfKey);
}

/** The next route for a call that only gets slots that live calls leave free. */
export function pickBackgroundRoute(routes: ModelRoutes, options: Choice): Route | undefined {
  for (const group of routes.groups) {
    const able = group.filter(
      ({ host, modelId, breaker }) =>
        host.slots.hasBackgroundRoom && !host.isOut(modelId) && breaker.allows(options.nowMs),
    );
    const picked = pickByWeight(routes, able, options);
    if (picked) return picked;
  }
  return undefined;
}

function pickOnly(
  { isLone }: ModelRoutes,
  route: Route | undefined,
  options: PickOptions,
): Route | undefined {
  return route && usable(route, isLone, options) ? route : undefined;
}

// Both choices keep no state between requests. Smooth round-robin would be exact, but would give the whole share of a failed
// route to its successor.
function pickByWeight(routes: ModelRoutes, able: readonly Route[], options: Choice): Route | undefined {
  // Weight 0 takes only what others cannot.
  const weighty = able.filter(({ weight }) => weight > 0);
  const some = weighty.length > 0 ? weighty : able;
  if (some.length < 2) return some[0];
  const { conversation } = options;
  return routes.isSticky && conversation
    ? pickByHash(some, conversation.hash)
    : pickAtRandom(some, options.random);
}

/**
 * Rendezvous hashing: every route draws by the conversation, and the highest number wins. A conversation keeps its route
 * while that is usable, returns to it afterwards, and only those of a missing route move.
 */
function pickByHash(routes: readonly Route[], hash: number): Route | undefined {
  let best: Route | undefined;
  let highest = -Infinity;
  for (const route of routes) {
    const score = Math.max(route.weight, Number.MIN_VALUE) / -Math.log(hashFraction(hash, route.hash));
    if (score <= highest) continue;
    best = route;
    highest = score;
  }
  return best;
}

function pickAtRandom(routes: readonly Route[], random: () => number): Route | undefined {
  let rest = random() * routes.reduce((sum, { weight }) => sum + weight, 0);
  return routes.find(({ weight }) => (rest -= weight) < 0) ?? routes.at(-1);
}

/**
 * How long every route of a model rests at least, in milliseconds. Undefined while one of them may be asked; a lone route
 * always may (D-ENG-29).
 */
export function shortestRestMs({ groups, isLone }: ModelRoutes, nowMs: number): number | undefined {
  const routes = groups.flat().filter(({ host, modelId }) => !host.isOut(modelId));
  if (isLone || routes.some(({ breaker }) => breaker.allows(nowMs))) return undefined;
  const rests = routes.map(({ breaker }) => breaker.restMs(nowMs)).filter((restMs) => restMs > 0);
  return rests.length === 0 ? undefined : Math.min(...rests);
}
