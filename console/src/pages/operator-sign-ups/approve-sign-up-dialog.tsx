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
      title={words.title(signUp.organization_name)}
      submit={words.submit}
      rows={{}}
      onSubmit={() => approveSignUp(signUp.id)}
      refreshes={[SIGN_UPS]}
      done={words.done}
      onClose={onClose}
    >
      <p className="break-words">{words.text(signUp.name, signUp.email)}</p>
    </FormDialog>
  );
}
