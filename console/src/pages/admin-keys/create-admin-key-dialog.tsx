import { ADMIN_KEYS, createAdminKey } from '../../api/admin-keys.ts';
import { useMe } from '../../api/session.ts';
import { adminKeyStrings } from '../../strings/admin-keys.ts';
import { keyStrings } from '../../strings/keys.ts';
import { codeRow, linesRow, textRow } from '../../ui/form/rows/text-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { NewKeySecret } from '../../resources/keys/new-key-secret.tsx';
import { WithoutSecondFactor } from '../../resources/keys/needs-second-factor.tsx';

const { form: words } = adminKeyStrings;
const ipsRow = linesRow({ label: words.ips, hint: words.ipsHint, optional: true });
const ROWS = {
  name: textRow({ label: words.name, hint: words.nameHint, docs: 'admin', maxLength: 100 }),
  allowed_ips: {
    ...ipsRow,
    render: (name: string) => (
      <>
        {ipsRow.render(name)}
        <Notice tone="warn">{words.recommended}</Notice>
      </>
    ),
  },
  totp: codeRow({ label: words.code, hint: words.codeHint }),
};

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
      rows={ROWS}
      onSubmit={createAdminKey}
      refreshes={[ADMIN_KEYS]}
      madeTitle={words.madeTitle}
      renderMade={(made) => <NewKeySecret apiKey={made} />}
      done={keyStrings.form.done}
      onClose={onClose}
    />
  );
}
