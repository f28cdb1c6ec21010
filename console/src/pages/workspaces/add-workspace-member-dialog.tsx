import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/console-api.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import { WORKSPACE_QUERIES } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { idRow } from '../../ui/form/rows/choice-rows.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { workspaceRoleRow } from './workspace-role-row.ts';

const {
  members: { add: words },
} = workspaceStrings;

interface AddWorkspaceMemberDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

export function AddWorkspaceMemberDialog({ workspaceId, onClose }: AddWorkspaceMemberDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={{ user_id: useMemberRow(), role: workspaceRoleRow('workspace_developer') }}
      onSubmit={(body) => call('addWorkspaceMember', { path: { workspace_id: workspaceId }, body })}
      refreshes={WORKSPACE_QUERIES}
      done={words.done}
      onClose={onClose}
    />
  );
}

/** Somebody who only runs a workspace does not see who else belongs to the organization, and types an id. */
function useMemberRow() {
  const seesMembers = useCan()('members.manage');
  const { data: users = [] } = useQuery({ ...userChoicesOptions, enabled: seesMembers });
  return seesMembers
    ? idRow({
        label: words.member,
        of: users.map(({ id, name, email }) => ({ id, name: `${name} · ${email}` })),
      })
    : textRow({ label: words.memberId, hint: words.memberIdHint, spellCheck: false });
}
