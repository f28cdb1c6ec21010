import { SharedSlots, type SharedCounters } from '#cluster';
import type { DeploymentConfig } from '#config';
import { FleetCapacity, Generation, type AttemptObserver } from '#engine';
import type { Clock, Closing, Log, Metrics } from '#kit';

interface EngineParts {
  readonly counters: SharedCounters | undefined;
  readonly runId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  readonly metrics: Metrics;
  readonly closing: Closing;
}

/** The engines and their routes. Slots of shared engines are counted with the other nodes if there is Redis. */
export function openEngines(parts: EngineParts): { readonly generation: Generation } {
  const { counters, runId, clock, log, deployment, metrics, closing } = parts;
  const capacity = counters && new FleetCapacity({ lender: new SharedSlots(counters), runId, clock });
  const shared = capacity ? { capacity } : {};
  const observer = countAttempts(metrics);
  return { generation: closing(new Generation({ config: deployment(), clock, log, observer, ...shared })) };
}

const FIRST_OUTPUT_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

/** Counts attempts at engines. Names of engines and models are those of the configuration, so there are few. */
function countAttempts(metrics: Metrics): AttemptObserver {
  const attempts = metrics.counter('svc_engine_attempts_total', 'Attempts at engines by how they ended', [
    'engine',
    'model',
    'outcome',
  ]);
  const failovers = metrics.counter(
    'svc_engine_failovers_total',
    'Attempts that failed before their first output and were followed by one at another route',
    ['engine', 'model'],
  );
  const firstOutput = metrics.histogram({
    name: 'svc_engine_first_output_seconds',
    help: 'Time from the start of a streamed attempt to its first output',
    labelNames: ['engine', 'model'],
    buckets: FIRST_OUTPUT_BUCKETS_S,
  });
  return {
    ended({ route: { host, modelId }, outcome, startedAtMs, firstOutputAtMs, streamed }) {
      attempts(1, host.name, modelId, outcome);
      if (streamed && firstOutputAtMs !== undefined)
        firstOutput((firstOutputAtMs - startedAtMs) / 1000, host.name, modelId);
    },
    failedOver({ host, modelId }) {
      failovers(1, host.name, modelId);
    },
  };
}
