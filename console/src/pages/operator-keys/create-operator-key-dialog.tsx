import { createOperatorKey, OPERATOR_KEYS } from '../../api/operator-keys.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { codeRow, linesRow, textRow } from '../../ui/form/rows/text-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { form: words } = operatorStrings.keys;
const ROWS = {
  name: textRow({ label: words.name, hint: words.nameHint, maxLength: 100 }),
  role: selectRow({ label: words.role, names: operatorStrings.roles, initial: 'operator_viewer' }),
  allowed_ips: linesRow({ label: words.ips, hint: words.ipsHint, optional: true }),
  totp: codeRow({ label: words.code, hint: words.codeHint }),
};

export function CreateOperatorKeyDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={createOperatorKey}
      refreshes={[OPERATOR_KEYS]}
      madeTitle={words.madeTitle}
      renderMade={({ name, secret }) => (
        <>
          <p>{words.made(name)}</p>
          <SecretOnce secret={secret} what={name} kind="key" />
        </>
      )}
      done={words.done}
      onClose={onClose}
    />
  );
}
