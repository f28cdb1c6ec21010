import type { Metrics } from '#kit';
import type { InferenceHooksDeps } from './ask/inference-hooks.ts';

const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

/** Measures how long inference hooks take. */
export function hookDurations(metrics: Metrics): InferenceHooksDeps['measured'] {
  return metrics.histogram({
    name: 'svc_inference_hook_duration_seconds',
    help: 'Time that inference hooks took to answer, which is in no figure of an engine',
    labelNames: ['type', 'result'],
    buckets: BUCKETS_S,
  });
}
