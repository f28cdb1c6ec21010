import type { OrganizationRole } from '@svc/contract';
import { memberStrings } from '../../strings/members.ts';
import { shellStrings } from '../../strings/shell.ts';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { useGrantableRoles } from './grantable-roles.ts';

/** Roles this person may give, each with what it means. */
export function useRoleRow(label: string, initial: OrganizationRole) {
  return selectRow<OrganizationRole>({
    label,
    docs: 'roles',
    names: shellStrings.roles,
    values: useGrantableRoles(),
    hints: memberStrings.roleHints,
    initial,
  });
}
