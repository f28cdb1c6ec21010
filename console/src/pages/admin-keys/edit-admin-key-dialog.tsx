import type { AdminKey } from '@svc/contract';
import { ADMIN_KEYS } from '../../api/admin-keys.ts';
import { call } from '../../api/console-api.ts';
import { adminKeyStrings } from '../../strings/admin-keys.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { form: words } = adminKeyStrings;

interface EditAdminKeyDialogProps {
  readonly adminKey: AdminKey;
  readonly onClose: () => void;
}

export function EditAdminKeyDialog({ adminKey: key, onClose }: EditAdminKeyDialogProps) {
  return (
    <FormDialog
      refreshes={ADMIN_KEYS}
      done={adminKeyStrings.changed}
      title={words.editTitle}
      submit={words.save}
      onClose={onClose}
      onSubmit={(values) => {
        const settings = { name: values('name').trim(), allowed_ips: linesOf(values('ips')) };
        return call('updateAdminKey', { path: { key_id: key.id }, body: changesOf(key, settings) });
      }}
    >
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
    </FormDialog>
  );
}
