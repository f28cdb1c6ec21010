import { refuseSignUp, SIGN_UPS } from '../../api/operator-sign-ups.ts';
import { operatorSignUpStrings } from '../../strings/operator-sign-ups.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { DecisionProps } from './approve-sign-up-dialog.tsx';

const { refuse: words } = operatorSignUpStrings;

export function RefuseSignUpDialog({ signUp, onClose }: DecisionProps) {
  return (
    <FormDialog
      refreshes={SIGN_UPS}
      done={words.done}
      title={words.title(signUp.organization_name)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={(values) => refuseSignUp(signUp.id, values('reason').trim())}
    >
      <TextField
        label={words.reason}
        hint={words.reasonHint(signUp.email)}
        name="reason"
        maxLength={500}
        autoComplete="off"
        required
        param="reason"
      />
    </FormDialog>
  );
}
