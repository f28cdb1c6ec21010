import type { EngineFault } from './events.ts';
import { blamesRequest } from './refusal.ts';

/** Why a route or a key gets no calls (D-ENG-31). */
export type EjectionReason = 'throttled' | 'unauthorized' | 'errors' | 'timeouts' | 'unreachable';

/**
 * What a fault says of its route: nothing, or why it should get no calls for a while. An error of one caller's request may quote words that
 * would take a key from all callers at once: known by words alone, it counts as any other failure does. `isOwn`: the request was ours.
 */
export function ejectionReason(
  { kind, status = 0, refusal }: EngineFault,
  isOwn = false,
): EjectionReason | undefined {
  if (kind === 'unreachable') return 'unreachable';
  if (kind === 'timeout') return 'timeouts';
  // A full queue of this process's own engine is a sign of life.
  if (kind !== 'status' || (refusal && blamesRequest(refusal))) return undefined;
  if (refusal?.isByWords && !isOwn) return 'errors';
  const reason = refusal?.reason;
  if (status === 429 || reason === 'throttled' || reason === 'quota') return 'throttled';
  if (status === 401 || status === 402 || status === 403) return 'unauthorized';
  if (reason === 'account' || reason === 'credential' || reason === 'expired') return 'unauthorized';
  return status === 404 || status === 424 || status >= 500 || reason === 'model' ? 'errors' : undefined;
}
