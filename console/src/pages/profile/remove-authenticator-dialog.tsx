import { useQueryClient } from '@tanstack/react-query';
import { account, type Proof } from '../../api/account.ts';
import { meOptions } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { PasswordAgainForm } from './password-again-form.tsx';

const { authenticator: words } = profileStrings;

export function RemoveAuthenticatorDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const remove = async (proof: Proof) => {
    await account.removeAuthenticator(proof);
    await queries.invalidateQueries({ queryKey: meOptions.queryKey });
    toast(words.removed);
    onClose();
  };
  return (
    <Dialog title={words.removeTitle} open onClose={onClose}>
      <PasswordAgainForm action={words.remove} danger onSubmit={remove} onCancel={onClose}>
        <p>{words.removeText}</p>
      </PasswordAgainForm>
    </Dialog>
  );
}
