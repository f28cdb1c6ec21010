import { ApiError, ORGANIZATION_ROLES, type OrganizationRole } from '@svc/contract';
import type { Change } from '#features/audit';

/** Owners do what administrators may not (D-CONS-3, D-ADM-11). */
export function requireOwner({ source }: Change): void {
  if (source.actor.role !== 'primary_owner' && source.actor.role !== 'owner') throw new ApiError('role_required');
}

/** Nobody grants a role above their own (D-ADM-3). That of primary owner is nobody's to grant, which owners are told another way. */
export function requireRank({ source }: Change, granted: OrganizationRole): void {
  const own = ORGANIZATION_ROLES.findIndex((role) => role === source.actor.role);
  const wanted = Math.max(ORGANIZATION_ROLES.indexOf(granted), ORGANIZATION_ROLES.indexOf('owner'));
  if (own < 0 || wanted < own) throw new ApiError('role_required');
}

/** Members whom only owners may change or remove (platform contract §5.1). */
export function isAboveAdministrators(role: OrganizationRole): boolean {
  return role === 'primary_owner' || role === 'owner' || role === 'administrator';
}
