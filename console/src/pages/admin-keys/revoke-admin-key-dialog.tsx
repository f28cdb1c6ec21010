import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminKey } from '@svc/contract';
import { ADMIN_KEYS, revokeAdminKey } from '../../api/admin-keys.ts';
import { refresh } from '../../api/pages.ts';
import { adminKeyStrings as words } from '../../strings/admin-keys.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { NeedsSecondFactor } from '../../resources/keys/needs-second-factor.tsx';

interface RevokeAdminKeyDialogProps {
  readonly adminKey: AdminKey;
  readonly onClose: () => void;
}

export function RevokeAdminKeyDialog({ adminKey: key, onClose }: RevokeAdminKeyDialogProps) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: async (totp: string) => {
      await revokeAdminKey(key.id, totp);
      await refresh(queries, ADMIN_KEYS);
      toast(words.revoked);
      onClose();
    },
  });
  return (
    <Dialog title={words.revokeTitle(key.name)} open onClose={onClose}>
      <NeedsSecondFactor>
        <Form onSubmit={(values) => revoke.mutate(values('totp'))}>
          <p>{words.revokeText}</p>
          <CodeField label={words.form.code} hint={words.form.codeHint} name="totp" />
          <FormError error={revoke.error} />
          <DialogActions>
            <Button onClick={onClose}>{uiStrings.cancel}</Button>
            <Button type="submit" look="danger" busy={revoke.isPending}>
              {words.revoke}
            </Button>
          </DialogActions>
        </Form>
      </NeedsSecondFactor>
    </Dialog>
  );
}
