import type { AttemptObserver } from '#engine';
import type { RequestMetrics } from '#telemetry';

const FIRST_OUTPUT_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

/** Counts attempts at engines. Names of engines and models are those of the configuration, so there are few. */
export function countAttempts(metrics: RequestMetrics): AttemptObserver {
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
