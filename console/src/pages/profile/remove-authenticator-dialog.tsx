import { useQueryClient } from '@tanstack/react-query';
import { account } from '../../api/account.ts';
import { meOptions } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { PasswordAgainForm } from './password-again-form.tsx';

const { authenticator: words } = profileStrings;

export function RemoveAuthenticatorDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = async (password: string, code: string) => {
    await account.removeAuthenticator(password, code);
    await queries.invalidateQueries({ queryKey: meOptions.queryKey });
    toast(words.removed);
    onClose();
  };
  return (
    <Dialog title={words.removeTitle} open onClose={onClose}>
      <PasswordAgainForm action={words.remove} danger withCode onSubmit={remove} onCancel={onClose}>
        <p>{words.removeText}</p>
      </PasswordAgainForm>
    </Dialog>
  );
}
