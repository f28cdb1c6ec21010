import type { DeploymentConfig, Limits } from '#config';
import type { Audit } from '#features/audit';
import type { Clock, Log, Metrics, OutboundGuard } from '#kit';
import type { SealingRing } from '#sealing';
import type { Store } from '#store';
import { HookClient } from './ask/hook-client.ts';
import { InferenceHooks } from './ask/inference-hooks.ts';
import { hookDurations } from './hook-durations.ts';
import { HookMonitor } from './hook-monitor.ts';
import { HookSeal } from './hook-seal.ts';

interface InferenceHookParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly sealing: SealingRing;
  readonly deployment: () => DeploymentConfig;
  readonly limits: () => Limits;
  readonly guard: OutboundGuard;
  readonly audit: Audit;
  readonly metrics: Metrics;
}

/** What asks the organizations' own servers, and what counts their answers. */
export function openInferenceHook(parts: InferenceHookParts) {
  const { db, clock, log, sealing, deployment, limits, guard, audit, metrics } = parts;
  const client = new HookClient({ guard, clock, allowsHttp: () => deployment().webhooks.allow_http });
  const seal = new HookSeal({ sealing, log });
  const monitor = new HookMonitor({ db, clock, log, limits });
  const measured = hookDurations(metrics);
  const calls = new InferenceHooks({ client, seal, monitor, trail: audit.trail, clock, log, measured });
  return { inferenceHooks: { calls, client, seal, monitor } };
}
