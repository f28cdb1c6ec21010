import type { CallerExchange, Member } from '#exchange';
import { keyActor, userAgentOf, type AuditActor, type AuditSource } from '#features/audit';

/** By whom something is changed, in whose organization. */
export interface Caller {
  readonly organizationId: string;
  /** What a repetition must have in common with the first request, beside the organization. */
  readonly owner: string;
  readonly userId: string;
  readonly actor: AuditActor;
}

/** By whom and from where, as events of the audit log say it. */
export function sourceOf(exchange: CallerExchange): AuditSource {
  return {
    actor: callerOf(exchange).actor,
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
}

/** The admin key of a request, or the person in the Console. */
export function callerOf({ credential, key, person }: CallerExchange): Caller {
  if (credential && key) {
    const { organizationId, workspaceId, userId } = credential;
    return { organizationId, owner: workspaceId ?? '', userId, actor: keyActor(key) };
  }
  // One of the two is known; taken apart, the compiler does not see it.
  const { userId, email, membership } = person as Member['person'];
  const { organizationId, role } = membership;
  return { organizationId, owner: userId, userId, actor: { type: 'user', id: userId, email, role } };
}
