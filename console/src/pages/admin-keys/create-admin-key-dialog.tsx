import { ADMIN_KEYS, createAdminKey } from '../../api/admin-keys.ts';
import { useMe } from '../../api/session.ts';
import { adminKeyStrings } from '../../strings/admin-keys.ts';
import { keyStrings } from '../../strings/keys.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { NewKeySecret } from '../../resources/keys/new-key-secret.tsx';
import { WithoutSecondFactor } from '../../resources/keys/needs-second-factor.tsx';

const { form: words } = adminKeyStrings;

export function CreateAdminKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useMe();
  if (!user.second_factor)
    return (
      <Dialog title={words.title} open onClose={onClose}>
        <WithoutSecondFactor />
      </Dialog>
    );
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      onSubmit={(values) =>
        createAdminKey({
          name: values('name').trim(),
          allowed_ips: linesOf(values('ips')),
          totp: values('totp'),
        })
      }
      refreshes={ADMIN_KEYS}
      madeTitle={words.madeTitle}
      renderMade={(made) => <NewKeySecret apiKey={made} />}
      done={keyStrings.form.done}
      onClose={onClose}
    >
      <AdminKeyFields />
    </ShownOnceDialog>
  );
}

function AdminKeyFields() {
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        docs="admin"
        name="name"
        maxLength={100}
        required
        param="name"
      />
      <LinesField label={words.ips} hint={words.ipsHint} name="ips" optional param="allowed_ips" />
      <Notice tone="warn">{words.recommended}</Notice>
      <CodeField label={words.code} hint={words.codeHint} name="totp" />
    </>
  );
}
