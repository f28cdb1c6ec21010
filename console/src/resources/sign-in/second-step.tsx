import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { signInStrings } from '../../strings/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';

interface SecondStepProps {
  /** With `code` among its fields. */
  readonly children: ReactNode;
  readonly submit: string;
  readonly send: (code: string) => Promise<unknown>;
  readonly onSignedIn: () => Promise<void>;
  /** For people who do not have what this step asks for at hand. */
  readonly otherWay: string;
  readonly onOtherWay: () => void;
  readonly onAgain: () => void;
}

/** After the password: a code, of the app or of the paper it can be replaced by. */
export function SecondStep({
  children,
  submit,
  send,
  onSignedIn,
  otherWay,
  onOtherWay,
  onAgain,
}: SecondStepProps) {
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      await send(code);
      await onSignedIn();
    },
  });
  return (
    <Form onSubmit={(values) => confirm.mutate(values('code').trim())}>
      {children}
      <FormError error={confirm.error} />
      <Button type="submit" look="primary" busy={confirm.isPending}>
        {submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" onClick={onOtherWay}>
          {otherWay}
        </Button>
        <Button look="quiet" onClick={onAgain}>
          {signInStrings.again}
        </Button>
      </div>
    </Form>
  );
}
