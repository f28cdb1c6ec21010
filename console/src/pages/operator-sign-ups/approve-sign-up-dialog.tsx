import { useQueryClient } from '@tanstack/react-query';
import type { SignUp } from '@svc/contract';
import { approveSignUp, SIGN_UPS } from '../../api/operator-sign-ups.ts';
import { refresh } from '../../api/pages.ts';
import { operatorSignUpStrings } from '../../strings/operator-sign-ups.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { approve: words } = operatorSignUpStrings;

export interface DecisionProps {
  readonly signUp: SignUp;
  readonly onClose: () => void;
}

export function ApproveSignUpDialog({ signUp, onClose }: DecisionProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.title(signUp.organization_name)}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async () => {
        await approveSignUp(signUp.id);
        await refresh(queries, SIGN_UPS);
        toast(words.done);
      }}
    >
      {() => <p className="break-words">{words.text(signUp.name, signUp.email)}</p>}
    </FormDialog>
  );
}
