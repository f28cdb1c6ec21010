import type { OrganizationRole } from '@svc/contract';
import { useCan } from '../../api/session.ts';

/** Roles by rank, without the office that is handed over and not granted. */
const BELOW_OWNERS = ['administrator', 'developer', 'billing', 'member'] as const;

/** Roles this person may give: none above their own. */
export function useGrantableRoles(): readonly OrganizationRole[] {
  const can = useCan();
  return can('owners.manage') ? ['owner', ...BELOW_OWNERS] : BELOW_OWNERS;
}

/** Roles whose members this person may change or remove: of owners and administrators only owners may. */
export function useManageableRoles(): readonly OrganizationRole[] {
  const can = useCan();
  return [
    ...(can('owners.manage') ? (['owner', 'administrator'] as const) : []),
    ...(can('members.manage') ? (['developer', 'billing', 'member'] as const) : []),
  ];
}
