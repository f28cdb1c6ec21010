import type { EngineStats, Generation } from '#engine';
import type { RequestMetrics } from '#telemetry';

/** A breaker as a number, so that of several processes the worst one can be taken. */
const BREAKER_NUMBERS = { closed: 0, half_open: 1, open: 2 } as const;

/** Slots and breakers of the engines in force. */
export function registerEngineGauges(
  metrics: RequestMetrics,
  generation: Pick<Generation, 'stats' | 'routeStates'>,
): void {
  metrics.labelledGauge(
    {
      name: 'svc_engine_slots',
      help: 'Slots of engines held or awaited by this node',
      labelNames: ['engine', 'state'],
      aggregator: 'sum',
    },
    () => generation.stats().flatMap(slotsOf),
  );
  metrics.labelledGauge(
    {
      name: 'svc_engine_slots_limit',
      help: 'Slots of engines for all nodes together',
      labelNames: ['engine'],
      aggregator: 'max',
    },
    () => generation.stats().map(({ name, capacity }) => ({ labels: { engine: name }, value: capacity })),
  );
  metrics.labelledGauge(
    {
      name: 'svc_engine_implausible_counts',
      help: 'Replies of this engine whose token count was not believed, since it was started',
      labelNames: ['engine'],
      aggregator: 'sum',
    },
    () =>
      generation.stats().map(({ name, implausibleCounts: value }) => ({ labels: { engine: name }, value })),
  );
  registerRouteGauges(metrics, generation);
}

function registerRouteGauges(metrics: RequestMetrics, generation: Pick<Generation, 'routeStates'>): void {
  metrics.labelledGauge(
    {
      name: 'svc_engine_breaker',
      help: 'State of the circuit breaker: 0 closed, 1 half open, 2 open',
      labelNames: ['engine', 'model'],
      aggregator: 'max',
    },
    () =>
      generation
        .routeStates()
        // Of a route without calls it says nothing, and would hide from an alert that all others of the model fail.
        .filter(({ isInService }) => isInService)
        .map(({ engine, model, breaker }) => ({
          labels: { engine, model },
          value: BREAKER_NUMBERS[breaker],
        })),
  );
  metrics.labelledGauge(
    {
      name: 'svc_engine_route_out_of_service',
      help: 'Whether an operator took the route out of service: 0 no, 1 yes',
      labelNames: ['engine', 'model'],
      aggregator: 'max',
    },
    () =>
      generation.routeStates().map(({ engine, model, isInService }) => ({
        labels: { engine, model },
        value: isInService ? 0 : 1,
      })),
  );
}

function slotsOf({ name: engine, inFlight, background, waiting }: EngineStats) {
  return Object.entries({ in_use: inFlight, background, waiting }).map(([state, value]) => ({
    labels: { engine, state },
    value,
  }));
}
