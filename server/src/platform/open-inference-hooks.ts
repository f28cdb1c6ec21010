import type { Audit } from '#features/audit';
import { HookClient, HookMonitor, HookSeal, InferenceHooks } from '#features/inference-hook';
import type { OutboundGuard } from '#kit';
import type { RequestMetrics } from '#telemetry';
import type { ProcessParts } from './process-services.ts';

/** What asks the organizations' own servers, and what counts their answers. */
export interface OpenInferenceHooks {
  readonly calls: InferenceHooks;
  readonly client: HookClient;
  readonly seal: HookSeal;
  readonly monitor: HookMonitor;
}

const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export function openInferenceHooks(
  { store, clock, log, sealing, deployment }: ProcessParts,
  {
    guard,
    audit,
    metrics,
  }: { readonly guard: OutboundGuard; readonly audit: Audit; readonly metrics: RequestMetrics },
): OpenInferenceHooks {
  const client = new HookClient({ guard, clock, allowsHttp: () => deployment().webhooks.allow_http });
  const seal = new HookSeal({ sealing, log });
  const monitor = new HookMonitor({ db: store.db, clock, log, limits: () => deployment().limits });
  const observe = metrics.histogram({
    name: 'svc_inference_hook_duration_seconds',
    help: 'Time that inference hooks took to answer, which is in no figure of an engine',
    labelNames: ['type', 'result'],
    buckets: BUCKETS_S,
  });
  const measured = (seconds: number, type: string, result: string): void => observe(seconds, type, result);
  const calls = new InferenceHooks({ client, seal, monitor, trail: audit.trail, clock, log, measured });
  return { calls, client, seal, monitor };
}
