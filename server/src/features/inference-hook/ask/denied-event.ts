import type { Authenticated, Exchange } from '#exchange';
import type { AuditEvent } from '#features/audit';

/** The only place where the hook's reason stands (POLICY-11). */
export function deniedEvent(
  { credential, requestId, operation, metering }: Exchange & Authenticated,
  reason: string | null,
): AuditEvent {
  const { keyId, userId, organizationId, workspaceId } = credential;
  return {
    organizationId,
    workspaceId,
    event: 'inference_hook.denied',
    actor: {
      type: keyId === null ? 'user' : 'api_key',
      id: keyId ?? userId,
      email: null,
      role: null,
    },
    resource: { type: 'inference_hook', id: organizationId },
    requestId,
    details: {
      path: metering?.endpoint ?? operation.path,
      status: 403,
      ...(reason === null ? {} : { reason }),
    },
  };
}
