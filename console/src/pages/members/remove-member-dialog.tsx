import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { USERS } from '../../api/people.ts';
import { memberStrings } from '../../strings/members.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { remove: words } = memberStrings;

export function RemoveMemberDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = async () => {
    await call('removeUser', { path: { user_id: user.id } });
    await queries.invalidateQueries({ queryKey: USERS });
    toast(words.done(user.name));
  };
  return (
    <ConfirmDialog
      title={words.title(user.name)}
      open
      onClose={onClose}
      onConfirm={remove}
      action={words.submit}
      typed={user.email}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}
