import type { InferenceHookSecret, LimitValues } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { toTimestamp } from '#kit';
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
  const row = await requireHook(scope);
  const stored = {
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretExpiresAtMs: row.previous_secret_expires_at,
  };
  const rotated = seal.rotateSecret(scope.organizationId, stored, { overlapHours }, nowMs);
  await setHook(scope, {
    sealed_secret: rotated.hook.sealedSecret,
    sealed_previous_secret: rotated.hook.sealedPreviousSecret,
    previous_secret_expires_at: rotated.hook.previousSecretExpiresAtMs,
  });
  change.touchesCredentials = true;
  await auditChange(change, {
    event: 'inference_hook.secret_rotated',
    resource: { type: 'inference_hook', id: scope.organizationId },
  });
  return {
    type: 'inference_hook',
    signing_secret: rotated.secret.reveal(),
    previous_secret_expires_at: toTimestamp(rotated.previousExpiresAtMs),
  };
}
