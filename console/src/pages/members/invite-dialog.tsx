import { useQueryClient } from '@tanstack/react-query';
import type { OrganizationRole, WorkspaceRole } from '@svc/contract';
import { admin } from '../../api/console-api.ts';
import { fieldError } from '../../api/failure.ts';
import { INVITES } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { inviteStrings, workspaceRoleStrings } from '../../strings/members.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { RoleField } from './role-field.tsx';

const { create: words } = inviteStrings;

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const { workspaces } = useMe();
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const email = values('email').trim();
        const memberships = workspaces
          .map(({ id }) => ({ workspace_id: id, role: values(`in-${id}`) }))
          .filter((one): one is { workspace_id: string; role: WorkspaceRole } => one.role !== '');
        await admin.createInvite({
          email,
          role: values('role') as OrganizationRole,
          workspaces: memberships,
        });
        await queries.invalidateQueries({ queryKey: INVITES });
        toast(words.done(email));
      }}
    >
      {(error) => (
        <>
          <TextField
            label={words.email}
            type="email"
            name="email"
            autoComplete="off"
            required
            error={fieldError(error, 'email')}
          />
          <RoleField label={words.role} initial="developer" error={fieldError(error, 'role')} />
          <Workspaces />
        </>
      )}
    </FormDialog>
  );
}

function Workspaces() {
  const { workspaces } = useMe();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{words.workspaces}</legend>
      <p className="text-[13px] text-quiet">{words.workspacesHint}</p>
      {workspaces.map(({ id, name, is_default: isDefault }) => (
        <SelectField
          key={id}
          label={words.workspaceRole(name)}
          name={`in-${id}`}
          defaultValue={isDefault ? 'workspace_developer' : ''}
        >
          <option value="">{words.none}</option>
          {Object.entries(workspaceRoleStrings).map(([role, title]) => (
            <option key={role} value={role}>
              {title}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}
