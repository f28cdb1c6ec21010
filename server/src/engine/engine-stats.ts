import type { EngineConfig } from '#config';
import type { BreakerState } from './breaker.ts';
import type { EjectionReason } from './ejection.ts';
import type { EngineHost } from './engine-host.ts';
import type { EngineFaultKind } from './events.ts';
import type { KeyState } from './key-health.ts';

/** For the operator's metrics and `doctor`, the only places where engine names may appear. */
export interface EngineStats {
  readonly name: string;
  readonly type: EngineConfig['type'];
  readonly capacity: number;
  readonly inFlight: number;
  /** Requests that wait until other nodes were asked for a slot. */
  readonly waiting: number;
  /** Running batch lines. Not counted as in flight: live calls may take their slots. */
  readonly background: number;
  /** Live calls by organization, none without any. */
  readonly shares: readonly { readonly organizationId: string; readonly slots: number }[];
  /** Failed attempts since the engine was started, including failed-over ones. */
  readonly faults: Readonly<Record<EngineFaultKind, number>>;
  /** Replies whose token count by the engine was not believed, since it was started. */
  readonly implausibleCounts: number;
  readonly routes: readonly RouteStats[];
  /** Empty: it has no list of keys. */
  readonly keys: readonly (KeyState & { readonly name: string })[];
}

interface RouteStats {
  readonly model: string;
  readonly breaker: BreakerState;
  /** Why it gets no calls. Null: it does. */
  readonly reason: EjectionReason | null;
}

const WORST_FIRST: readonly BreakerState[] = ['open', 'half_open', 'closed'];

export function worstOf(states: readonly BreakerState[]): BreakerState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'closed';
}

/** Of one route with each of its keys: calls go on with the next, so it is as good as its best. */
export function bestOf(states: readonly BreakerState[]): BreakerState {
  return WORST_FIRST.findLast((state) => states.includes(state)) ?? 'closed';
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

/** `hosts`: those of one engine, one for each of its keys. */
export function engineStats(hosts: readonly [EngineHost, ...EngineHost[]], nowMs: number): EngineStats {
  const [{ name, type, faults }] = hosts;
  return {
    name,
    type,
    capacity: sum(hosts, ({ slots }) => slots.capacity),
    inFlight: sum(hosts, ({ slots }) => slots.inUse),
    waiting: sum(hosts, ({ slots }) => slots.waiting),
    background: sum(hosts, ({ slots }) => slots.background),
    shares: sharesOf(hosts),
    faults: Object.fromEntries(
      (Object.keys(faults) as EngineFaultKind[]).map((kind) => [
        kind,
        sum(hosts, (host) => host.faults[kind]),
      ]),
    ) as EngineStats['faults'],
    implausibleCounts: sum(hosts, (host) => host.implausibleCounts),
    routes: routesOf(hosts, nowMs),
    keys: hosts.flatMap(({ key, keyHealth }) => (key ? [{ name: key.name, ...keyHealth.state(nowMs) }] : [])),
  };
}

function sharesOf(hosts: readonly EngineHost[]): EngineStats['shares'] {
  const shares = new Map<string, number>();
  for (const { slots } of hosts)
    for (const organizationId of slots.holders())
      shares.set(organizationId, (shares.get(organizationId) ?? 0) + slots.heldBy(organizationId));
  return [...shares].map(([organizationId, slots]) => ({ organizationId, slots }));
}

function routesOf(hosts: readonly EngineHost[], nowMs: number): RouteStats[] {
  const models = Map.groupBy(
    hosts.flatMap(({ breakers }) => [...breakers].map(([model, breaker]) => ({ model, breaker }))),
    ({ model }) => model,
  );
  return [...models].map(([model, some]) => {
    const reasons = some.map(({ breaker }) => breaker.reason(nowMs));
    const isUsed = reasons.includes(undefined);
    return {
      model,
      breaker: bestOf(some.map(({ breaker }) => breaker.state(nowMs))),
      reason: isUsed ? null : (reasons[0] ?? null),
    };
  });
}
