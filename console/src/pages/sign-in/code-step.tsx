import { useMutation } from '@tanstack/react-query';
import { signIn } from '../../api/sign-in.ts';
import { signInStrings } from '../../strings/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';

interface CodeStepProps {
  readonly onSignedIn: () => Promise<void>;
  /** The app is not at hand. */
  readonly onLost: () => void;
  readonly onAgain: () => void;
}

export function CodeStep({ onSignedIn, onLost, onAgain }: CodeStepProps) {
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      await signIn.withCode(code);
      await onSignedIn();
    },
  });
  return (
    <Form onSubmit={(values) => confirm.mutate(values('code'))}>
      <CodeField label={signInStrings.code.label} name="code" autoFocus />
      <FormError error={confirm.error} />
      <Button type="submit" look="primary" busy={confirm.isPending}>
        {signInStrings.code.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" onClick={onLost}>
          {signInStrings.code.lost}
        </Button>
        <Button look="quiet" onClick={onAgain}>
          {signInStrings.again}
        </Button>
      </div>
    </Form>
  );
}
