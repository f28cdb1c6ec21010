import type { User } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { USERS } from '../../api/people.ts';
import { memberStrings } from '../../strings/members.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useRoleRow } from './use-role-row.ts';

const { changeRole: words } = memberStrings;

export function ChangeRoleDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <FormDialog
      title={words.title(user.name)}
      submit={words.submit}
      rows={{ role: useRoleRow(words.label, user.role) }}
      onSubmit={(body) => call('updateUser', { path: { user_id: user.id }, body })}
      refreshes={[USERS]}
      done={words.done}
      onClose={onClose}
    />
  );
}
