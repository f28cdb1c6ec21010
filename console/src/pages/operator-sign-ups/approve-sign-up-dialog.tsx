import type { SignUp } from '@svc/contract';
import { approveSignUp, SIGN_UPS } from '../../api/operator-sign-ups.ts';
import { operatorSignUpStrings } from '../../strings/operator-sign-ups.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';

const { approve: words } = operatorSignUpStrings;

export interface DecisionProps {
  readonly signUp: SignUp;
  readonly onClose: () => void;
}

export function ApproveSignUpDialog({ signUp, onClose }: DecisionProps) {
  return (
    <FormDialog
      refreshes={SIGN_UPS}
      done={words.done}
      title={words.title(signUp.organization_name)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={() => approveSignUp(signUp.id)}
    >
      <p className="break-words">{words.text(signUp.name, signUp.email)}</p>
    </FormDialog>
  );
}
