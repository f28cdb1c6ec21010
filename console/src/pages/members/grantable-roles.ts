import type { OrganizationRole } from '@svc/contract';
import { useCan } from '../../api/session.ts';

/** Roles by rank, without the office that is handed over and not granted. */
const BELOW_OWNERS = ['administrator', 'developer', 'billing', 'member'] as const;

/** Roles this person may give: none above their own. */
export function useGrantableRoles(): readonly OrganizationRole[] {
  const can = useCan();
  return can('owners.manage') ? ['owner', ...BELOW_OWNERS] : BELOW_OWNERS;
}

/** Whether this person may change or remove somebody of a role: of owners and administrators only owners may. */
export function useMayChange(): (role: OrganizationRole) => boolean {
  const can = useCan();
  return (role) => {
    if (role === 'primary_owner') return false;
    return role === 'owner' || role === 'administrator' ? can('owners.manage') : can('members.manage');
  };
}
