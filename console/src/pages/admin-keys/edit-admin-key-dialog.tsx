import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminKey } from '@svc/contract';
import { ADMIN_KEYS } from '../../api/admin-keys.ts';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { adminKeyStrings } from '../../strings/admin-keys.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { changesOf } from '../../ui/form/changes-of.ts';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { form: words } = adminKeyStrings;

interface EditAdminKeyDialogProps {
  readonly adminKey: AdminKey;
  readonly onClose: () => void;
}

export function EditAdminKeyDialog({ adminKey: key, onClose }: EditAdminKeyDialogProps) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      const settings = { name: values('name').trim(), allowed_ips: linesOf(values('ips')) };
      await call('updateAdminKey', { path: { key_id: key.id }, body: changesOf(key, settings) });
      await refresh(queries, ADMIN_KEYS);
      toast(adminKeyStrings.changed);
      onClose();
    },
  });
  return (
    <Dialog title={words.editTitle} open onClose={onClose}>
      <Form refusal={save.error} onSubmit={save.mutate}>
        <TextField
          label={words.name}
          name="name"
          defaultValue={key.name}
          maxLength={100}
          required
          param="name"
        />
        <LinesField
          label={words.ips}
          hint={words.ipsHint}
          name="ips"
          lines={key.allowed_ips}
          optional
          param="allowed_ips"
        />
        <FormError error={save.error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {words.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
