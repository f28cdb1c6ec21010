import type { AdminKey } from '@svc/contract';
import { ADMIN_KEYS } from '../../api/admin-keys.ts';
import { call } from '../../api/console-api.ts';
import { adminKeyStrings } from '../../strings/admin-keys.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { linesRow, textRow } from '../../ui/form/rows/text-rows.tsx';

const { form: words } = adminKeyStrings;

interface EditAdminKeyDialogProps {
  readonly adminKey: AdminKey;
  readonly onClose: () => void;
}

export function EditAdminKeyDialog({ adminKey: key, onClose }: EditAdminKeyDialogProps) {
  return (
    <FormDialog
      title={words.editTitle}
      submit={words.save}
      rows={{
        name: textRow({ label: words.name, initial: key.name, maxLength: 100 }),
        allowed_ips: linesRow({
          label: words.ips,
          hint: words.ipsHint,
          initial: key.allowed_ips,
          optional: true,
        }),
      }}
      onSubmit={(settings) =>
        call('updateAdminKey', { path: { key_id: key.id }, body: changesOf(key, settings) })
      }
      refreshes={[ADMIN_KEYS]}
      done={adminKeyStrings.changed}
      onClose={onClose}
    />
  );
}
