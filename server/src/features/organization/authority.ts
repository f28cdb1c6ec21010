import { ApiError, ORGANIZATION_ROLES, type OrganizationRole } from '@svc/contract';
import type { AuditActor, MutationContext } from '#features/audit';

/** Owners do what administrators may not (D-CONS-3, D-ADM-11). */
export function requireOwner({
  source,
}: {
  readonly source: { readonly actor: Pick<AuditActor, 'role'> };
}): void {
  if (source.actor.role !== 'primary_owner' && source.actor.role !== 'owner')
    throw new ApiError('role_required');
}

/** Nobody grants a role above their own (D-ADM-3). Primary ownership cannot be granted; owners get another error. */
export function requireRank({ source }: MutationContext, granted: OrganizationRole): void {
  const own = ORGANIZATION_ROLES.findIndex((role) => role === source.actor.role);
  const wanted = Math.max(ORGANIZATION_ROLES.indexOf(granted), ORGANIZATION_ROLES.indexOf('owner'));
  if (own < 0 || wanted < own) throw new ApiError('role_required');
}

/**
 * Administrators, and the owners above them. They act in every workspace without being added to it (platform contract §2.3), only
 * they may have admin keys, and only owners change or remove them (§5.1).
 */
export function isAdministrator(role: OrganizationRole | null): boolean {
  return role === 'primary_owner' || role === 'owner' || role === 'administrator';
}
