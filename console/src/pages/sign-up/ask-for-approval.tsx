import { useMutation } from '@tanstack/react-query';
import { signUp } from '../../api/sign-up.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { signUpStrings } from '../../strings/sign-up.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { SignUpLinkProps } from './choose-password.tsx';

const { approval: words } = signUpStrings;

/** A press of a button, and not the link alone: programs that look at mail open links, too. */
export function AskForApproval({ token, link: { organization, email } }: SignUpLinkProps) {
  const confirm = useMutation({ mutationFn: () => signUp.confirm(token) });
  return (
    <PublicPage title={words.title(organization)} lead={confirm.isSuccess ? undefined : words.lead(email)}>
      {confirm.isSuccess ? (
        <Notice tone="good" alert>
          {words.sent(email)}
        </Notice>
      ) : (
        <Form onSubmit={() => confirm.mutate()}>
          <FormError error={confirm.error} />
          <Button type="submit" look="primary" busy={confirm.isPending}>
            {words.submit}
          </Button>
        </Form>
      )}
    </PublicPage>
  );
}
