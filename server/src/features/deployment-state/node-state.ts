import { performance } from 'node:perf_hooks';
import { LISTED_SHARES, type NodeState } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { DeploymentConfig } from '#config';
import { toTimestamp, type Clock } from '#kit';
import type { EngineStats, RouteState } from '#engine';
import { loadOrganizations } from '#features/organization';
import type { Tables } from '#store';
import { routeKey } from './route-key.ts';

export interface NodeStateDeps {
  readonly clock: Clock;
  readonly nodeId: string;
  readonly deployment: () => DeploymentConfig;
  readonly generation: { stats(): readonly EngineStats[]; routeStates(): readonly RouteState[] };
  unavailableDependencies(): readonly string[];
  degraded(): readonly string[];
}

type Route = NodeState['models'][number]['routes'][number];
type Share = NodeState['engines'][number]['shares'][number];

/** Engines, models and dependencies as this node knows them: other nodes count and judge by themselves. */
export async function readNodeState(db: Kysely<Tables>, deps: NodeStateDeps): Promise<NodeState> {
  const stats = deps.generation.stats();
  const out = new Set(
    deps.generation.routeStates().flatMap((route) => (route.isInService ? [] : [routeKey(route)])),
  );
  const largest = stats.map(({ shares }) => largestOf(shares));
  const names = await namesOf(db, largest.flat());
  return {
    type: 'node_state',
    node_id: deps.nodeId,
    unavailable: [...deps.unavailableDependencies()],
    degraded: [...deps.degraded()],
    engines: stats.map((engine, i) => ({
      ...toEngineState(engine, deps.clock.nowMs()),
      shares: largest[i]!.map(({ organizationId, slots }): Share => ({
        organization_id: organizationId,
        organization_name: names.get(organizationId)?.name ?? organizationId,
        slots_in_use: slots,
      })),
    })),
    models: deps.deployment().models.map(({ id, kind, routes }) => ({
      id,
      kind,
      routes: routes.map(({ engine, model, priority, weight }) => ({
        engine,
        model,
        priority,
        weight,
        ...routeStateOf(stats, engine, model),
        in_service: !out.has(routeKey({ model: id, engine })),
      })),
    })),
  };
}

function largestOf(shares: EngineStats['shares']): EngineStats['shares'] {
  return shares.toSorted((a, b) => b.slots - a.slots).slice(0, LISTED_SHARES);
}

async function namesOf(db: Kysely<Tables>, shares: EngineStats['shares']) {
  const ids = new Set(shares.map(({ organizationId }) => organizationId));
  return ids.size === 0 ? new Map<string, { readonly name: string }>() : loadOrganizations(db, [...ids]);
}

type Engine = NodeState['engines'][number];

function toEngineState(stats: EngineStats, nowMs: number): Omit<Engine, 'shares'> {
  return {
    name: stats.name,
    type: stats.type,
    slots: stats.capacity,
    slots_in_use: stats.inFlight,
    slots_in_background: stats.background,
    faults: stats.faults,
    keys: stats.keys.map(({ untilMs, ...key }) => ({
      ...key,
      until: untilMs === null ? null : toTimestamp(nowMs + untilMs - performance.now()),
    })),
    implausible_counts: stats.implausibleCounts,
  };
}

/** A route that no call has used yet has no breaker. */
function routeStateOf(
  stats: readonly EngineStats[],
  engine: string,
  model: string,
): Pick<Route, 'breaker' | 'reason'> {
  const host = stats.find(({ name }) => name === engine);
  const { breaker = 'closed', reason = null } = host?.routes.find((route) => route.model === model) ?? {};
  return { breaker, reason };
}
