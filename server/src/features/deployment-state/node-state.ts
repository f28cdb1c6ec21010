import type { NodeState } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { EngineStats, RouteState } from '#engine';
import { routeKey } from './route-key.ts';

export interface NodeStateDeps {
  readonly nodeId: string;
  readonly deployment: () => DeploymentConfig;
  readonly generation: { stats(): readonly EngineStats[]; routeStates(): readonly RouteState[] };
  dependenciesAway(): readonly string[];
  degraded(): readonly string[];
}

type Route = NodeState['models'][number]['routes'][number];

/** Engines, models and dependencies as this node knows them: other nodes count and judge by themselves. */
export function readNodeState(deps: NodeStateDeps): NodeState {
  const stats = deps.generation.stats();
  const out = new Set(
    deps.generation.routeStates().flatMap((route) => (route.isInService ? [] : [routeKey(route)])),
  );
  return {
    type: 'node_state',
    node_id: deps.nodeId,
    unavailable: [...deps.dependenciesAway()],
    degraded: [...deps.degraded()],
    engines: stats.map(({ name, type, capacity, inFlight, background, faults }) => ({
      name,
      type,
      slots: capacity,
      slots_in_use: inFlight,
      slots_in_background: background,
      faults,
    })),
    models: deps.deployment().models.map(({ id, kind, routes }) => ({
      id,
      kind,
      routes: routes.map(({ engine, model, priority, weight }) => ({
        engine,
        model,
        priority,
        weight,
        breaker: breakerOf(stats, engine, model),
        in_service: !out.has(routeKey({ model: id, engine })),
      })),
    })),
  };
}

/** A route that no call has used yet has no breaker. */
function breakerOf(stats: readonly EngineStats[], engine: string, model: string): Route['breaker'] {
  const host = stats.find(({ name }) => name === engine);
  return host?.routes.find((route) => route.model === model)?.breaker ?? 'closed';
}
