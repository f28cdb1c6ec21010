import type { KeyProbe } from './probe-keys.ts';
import type { ProbeStatus } from './probe-model.ts';
import type { ProbeReason } from './probe-reason.ts';

export interface Verdict {
  readonly status: ProbeStatus;
  readonly reason: ProbeReason | null;
}

/** An engine fails if none of its routes answers, and is degraded if one of them, or a key, does not. */
export function engineStatus(routes: readonly Verdict[], keys: readonly KeyProbe[]): Verdict {
  const failed = routes.filter(({ status }) => status === 'failed');
  const degraded = routes.filter(({ status }) => status === 'degraded');
  const reasons = [...failed, ...degraded, ...keys].map(({ reason }) => reason);
  const reason = reasons.find((each) => each !== null) ?? null;
  if (failed.length > 0 && failed.length === routes.length) return { status: 'failed', reason };
  return { status: reason === null ? 'ok' : 'degraded', reason };
}
