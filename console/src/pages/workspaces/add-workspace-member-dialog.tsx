import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRole } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { fieldError } from '../../api/failure.ts';
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
      {(error) => (
        <>
          <Choice error={fieldError(error, 'user_id')} />
          <WorkspaceRoleField initial="workspace_developer" />
        </>
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  readonly error: string | undefined;
}

function MemberChoice({ error }: ChoiceProps) {
  const { data: users = [] } = useQuery(userChoicesOptions);
  return (
    <SelectField label={words.member} name="user" required error={error}>
      {users.map(({ id, name, email }) => (
        <option key={id} value={id}>
          {name} · {email}
        </option>
      ))}
    </SelectField>
  );
}

/** Who runs a workspace only does not see who else belongs to the organization. */
function MemberId({ error }: ChoiceProps) {
  return (
    <TextField
      label={words.memberId}
      hint={words.memberIdHint}
      name="user"
      required
      spellCheck={false}
      error={error}
    />
  );
}
