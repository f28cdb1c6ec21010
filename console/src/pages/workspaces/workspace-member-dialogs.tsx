import { useQueryClient } from '@tanstack/react-query';
import type { WorkspaceMember } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { refreshWorkspaces, WORKSPACE_QUERIES } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { workspaceRoleRow } from './workspace-role-row.ts';

const {
  members: { change, remove },
} = workspaceStrings;

interface MemberDialogProps {
  readonly member: WorkspaceMember;
  readonly name: string;
  readonly onClose: () => void;
}

function pathOf({ workspace_id: workspaceId, user_id: userId }: WorkspaceMember) {
  return { workspace_id: workspaceId, user_id: userId };
}

export function ChangeWorkspaceRoleDialog({ member, name, onClose }: MemberDialogProps) {
  return (
    <FormDialog
      title={change.title(name)}
      submit={change.submit}
      rows={{ role: workspaceRoleRow(member.role) }}
      onSubmit={(body) => call('updateWorkspaceMember', { path: pathOf(member), body })}
      refreshes={WORKSPACE_QUERIES}
      done={change.done}
      onClose={onClose}
    />
  );
}

export function RemoveWorkspaceMemberDialog({ member, name, onClose }: MemberDialogProps) {
  const queries = useQueryClient();
  const leave = async () => {
    await call('removeWorkspaceMember', { path: pathOf(member) });
    await refreshWorkspaces(queries);
    toast(remove.done);
  };
  return (
    <ConfirmDialog title={remove.title(name)} open onClose={onClose} onConfirm={leave} action={remove.submit}>
      <p>{remove.text}</p>
    </ConfirmDialog>
  );
}
