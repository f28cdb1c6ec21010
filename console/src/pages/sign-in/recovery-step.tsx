import { useMutation } from '@tanstack/react-query';
import { signIn } from '../../api/sign-in.ts';
import { signInStrings } from '../../strings/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface RecoveryStepProps {
  readonly onSignedIn: () => Promise<void>;
  readonly onBack: () => void;
  readonly onAgain: () => void;
}

export function RecoveryStep({ onSignedIn, onBack, onAgain }: RecoveryStepProps) {
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      await signIn.withRecoveryCode(code);
      await onSignedIn();
    },
  });
  return (
    <Form onSubmit={(values) => confirm.mutate(values('code').trim())}>
      <TextField
        label={signInStrings.recovery.label}
        name="code"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        required
        autoFocus
        className="font-mono"
      />
      <FormError error={confirm.error} />
      <Button type="submit" look="primary" busy={confirm.isPending}>
        {signInStrings.recovery.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" onClick={onBack}>
          {signInStrings.recovery.back}
        </Button>
        <Button look="quiet" onClick={onAgain}>
          {signInStrings.again}
        </Button>
      </div>
    </Form>
  );
}
