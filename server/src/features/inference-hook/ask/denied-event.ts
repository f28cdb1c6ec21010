import type { Authenticated, Exchange } from '#exchange';
import type { AuditEvent } from '#features/audit';
import type { AskedTool } from './hook-question.ts';

/** Of a call that is refused, or of a tool that is not run. The only place where the hook's reason stands (POLICY-11). */
export function deniedEvent(
  { credential, requestId, operation, metering }: Exchange & Authenticated,
  reason: string | null,
  tool: AskedTool | undefined,
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
      method: operation.method,
      path: metering?.endpoint ?? operation.path,
      ...(tool ? { tool: tool.name } : { status: 403 }),
      ...(reason === null ? {} : { reason }),
    },
  };
}
