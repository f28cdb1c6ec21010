import { useQueryClient } from '@tanstack/react-query';
import type { OrganizationRole, User } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { USERS } from '../../api/people.ts';
import { memberStrings } from '../../strings/members.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { RoleField } from './role-field.tsx';

const { changeRole: words } = memberStrings;

export function ChangeRoleDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.title(user.name)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        await call('updateUser', {
          path: { user_id: user.id },
          body: { role: values('role') as OrganizationRole },
        });
        await queries.invalidateQueries({ queryKey: USERS });
        toast(words.done);
      }}
    >
      <RoleField label={words.label} initial={user.role} />
    </FormDialog>
  );
}
