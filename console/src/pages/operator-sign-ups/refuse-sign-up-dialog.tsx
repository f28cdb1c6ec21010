import { useQueryClient } from '@tanstack/react-query';
import { fieldError } from '../../api/failure.ts';
import { refuseSignUp, SIGN_UPS } from '../../api/operator-sign-ups.ts';
import { refresh } from '../../api/pages.ts';
import { operatorSignUpStrings } from '../../strings/operator-sign-ups.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import type { DecisionProps } from './approve-sign-up-dialog.tsx';

const { refuse: words } = operatorSignUpStrings;

export function RefuseSignUpDialog({ signUp, onClose }: DecisionProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.title(signUp.organization_name)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        await refuseSignUp(signUp.id, values('reason').trim());
        await refresh(queries, SIGN_UPS);
        toast(words.done);
      }}
    >
      {(error) => (
        <TextField
          label={words.reason}
          hint={words.reasonHint(signUp.email)}
          name="reason"
          maxLength={500}
          autoComplete="off"
          required
          error={fieldError(error, 'reason')}
        />
      )}
    </FormDialog>
  );
}
