import type { Audit } from '#features/audit';
import { HookClient, hookDurations, HookMonitor, HookSeal, InferenceHooks } from '#features/inference-hook';
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

export function openInferenceHooks(
  { store, clock, log, dataKey, deployment }: ProcessParts,
  {
    guard,
    audit,
    metrics,
  }: { readonly guard: OutboundGuard; readonly audit: Audit; readonly metrics: RequestMetrics },
): OpenInferenceHooks {
  const client = new HookClient({ guard, clock, allowsHttp: () => deployment().webhooks.allow_http });
  const seal = new HookSeal({ dataKey, log });
  const monitor = new HookMonitor({ db: store.db, clock, log, limits: () => deployment().limits });
  const measured = hookDurations(metrics);
  const calls = new InferenceHooks({ client, seal, monitor, trail: audit.trail, clock, log, measured });
  return { calls, client, seal, monitor };
}
