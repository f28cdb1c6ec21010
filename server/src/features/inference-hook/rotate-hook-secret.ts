import type { InferenceHookSecret, LimitValues } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { HOUR_MS, toTimestamp } from '#kit';
import type { HookSeal } from './hook-seal.ts';
import { requireHook } from './read-hook.ts';
import { setHook } from './store.ts';

/**
 * Creates a new signing secret, which is in this answer only. The one before signs beside it for a while; one of an earlier rotation ends.
 * Throws 403 `role_required` and 404 `inference_hook_not_found`.
 */
export async function rotateHookSecret(
  seal: HookSeal,
  change: MutationContext,
  { webhook_secret_overlap_hours: overlapHours }: LimitValues,
): Promise<InferenceHookSecret> {
  requireOwner(change);
  const { scope, nowMs } = change;
  const { sealed_secret: previous } = await requireHook(scope);
  const { secret, sealed } = seal.createSecret(scope.organizationId);
  const previousExpiresAtMs = nowMs + overlapHours * HOUR_MS;
  await setHook(scope, {
    sealed_secret: sealed,
    sealed_previous_secret: previous,
    previous_secret_expires_at: previousExpiresAtMs,
  });
  change.touchesCredentials = true;
  await auditChange(change, {
    event: 'inference_hook.secret_rotated',
    resource: { type: 'inference_hook', id: scope.organizationId },
  });
  return {
    type: 'inference_hook',
    signing_secret: secret.reveal(),
    previous_secret_expires_at: toTimestamp(previousExpiresAtMs),
  };
}
