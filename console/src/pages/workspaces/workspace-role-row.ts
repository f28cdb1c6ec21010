import type { WorkspaceRole } from '@svc/contract';
import { workspaceRoleStrings } from '../../strings/members.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';

const { members: words } = workspaceStrings;

export function workspaceRoleRow(initial: WorkspaceRole) {
  return selectRow<WorkspaceRole>({
    label: words.add.role,
    docs: 'workspaceRoles',
    names: workspaceRoleStrings,
    hints: words.roleHints,
    initial,
  });
}
