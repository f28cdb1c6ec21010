import type { OperatorKey } from '@svc/contract';
import { OPERATOR_KEYS, revokeOperatorKey } from '../../api/operator-keys.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';

const { keys: words } = operatorStrings;

interface RevokeOperatorKeyDialogProps {
  readonly operatorKey: OperatorKey;
  readonly onClose: () => void;
}

export function RevokeOperatorKeyDialog({ operatorKey: key, onClose }: RevokeOperatorKeyDialogProps) {
  return (
    <FormDialog
      refreshes={OPERATOR_KEYS}
      done={words.revoked}
      title={words.revokeTitle(key.name)}
      submit={words.revoke}
      onClose={onClose}
      onSubmit={(values) => revokeOperatorKey(key.id, values('totp'))}
    >
      <p>{words.revokeText}</p>
      <CodeField label={words.form.code} hint={words.form.codeHint} name="totp" />
    </FormDialog>
  );
}
