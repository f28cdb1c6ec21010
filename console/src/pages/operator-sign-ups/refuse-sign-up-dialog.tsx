import { refuseSignUp, SIGN_UPS } from '../../api/operator-sign-ups.ts';
import { operatorSignUpStrings } from '../../strings/operator-sign-ups.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import type { DecisionProps } from './approve-sign-up-dialog.tsx';

const { refuse: words } = operatorSignUpStrings;

export function RefuseSignUpDialog({ signUp, onClose }: DecisionProps) {
  return (
    <FormDialog
      title={words.title(signUp.organization_name)}
      submit={words.submit}
      rows={{
        reason: textRow({
          label: words.reason,
          hint: words.reasonHint(signUp.email),
          maxLength: 500,
          autoComplete: 'off',
        }),
      }}
      onSubmit={({ reason }) => refuseSignUp(signUp.id, reason)}
      refreshes={[SIGN_UPS]}
      done={words.done}
      onClose={onClose}
    />
  );
}
