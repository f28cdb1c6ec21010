import type { OperatorKey } from '@svc/contract';
import { OPERATOR_KEYS, revokeOperatorKey } from '../../api/operator-keys.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { codeRow } from '../../ui/form/rows/text-rows.tsx';

const { keys: words } = operatorStrings;
const ROWS = { totp: codeRow({ label: words.form.code, hint: words.form.codeHint }) };

interface RevokeOperatorKeyDialogProps {
  readonly operatorKey: OperatorKey;
  readonly onClose: () => void;
}

export function RevokeOperatorKeyDialog({ operatorKey: key, onClose }: RevokeOperatorKeyDialogProps) {
  return (
    <FormDialog
      title={words.revokeTitle(key.name)}
      submit={words.revoke}
      rows={ROWS}
      onSubmit={({ totp }) => revokeOperatorKey(key.id, totp)}
      refreshes={[OPERATOR_KEYS]}
      done={words.revoked}
      onClose={onClose}
    >
      <p>{words.revokeText}</p>
    </FormDialog>
  );
}
