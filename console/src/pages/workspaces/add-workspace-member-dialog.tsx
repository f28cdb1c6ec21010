import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRole } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { userChoicesOptions } from '../../api/people.ts';
import { useCan } from '../../api/session.ts';
import { refreshWorkspaces } from '../../api/workspaces.ts';
import { workspaceStrings } from '../../strings/workspaces.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { WorkspaceRoleField } from './workspace-role-field.tsx';

const {
  members: { add: words },
} = workspaceStrings;

export function AddWorkspaceMemberDialog({
  workspaceId,
  onClose,
}: {
  readonly workspaceId: string;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const can = useCan();
  const Choice = can('members.manage') ? MemberChoice : MemberId;
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        await call('addWorkspaceMember', {
          path: { workspace_id: workspaceId },
          body: { user_id: values('user').trim(), role: values('role') as WorkspaceRole },
        });
        await refreshWorkspaces(queries);
        toast(words.done);
      }}
    >
      <Choice />
      <WorkspaceRoleField initial="workspace_developer" />
    </FormDialog>
  );
}

function MemberChoice() {
  const { data: users = [] } = useQuery(userChoicesOptions);
  return (
    <SelectField label={words.member} name="user" required param="user_id">
      {users.map(({ id, name, email }) => (
        <option key={id} value={id}>
          {name} · {email}
        </option>
      ))}
    </SelectField>
  );
}

/** Who runs a workspace only does not see who else belongs to the organization. */
function MemberId() {
  return (
    <TextField
      label={words.memberId}
      hint={words.memberIdHint}
      name="user"
      required
      spellCheck={false}
      param="user_id"
    />
  );
}
