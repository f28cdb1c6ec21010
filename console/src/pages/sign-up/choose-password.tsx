import { useMutation } from '@tanstack/react-query';
import type { SignUpLink } from '@svc/contract';
import { signUp } from '../../api/sign-up.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { entryStrings } from '../../strings/entry.ts';
import { signUpStrings } from '../../strings/sign-up.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';

const { link: words } = signUpStrings;

export interface SignUpLinkProps {
  readonly token: string;
  readonly link: SignUpLink;
}

/** The last step: the organization exists with it, and the person is in. */
export function ChoosePassword({ token, link: { organization, email } }: SignUpLinkProps) {
  const enter = useEnter();
  const complete = useMutation({
    mutationFn: async (password: string) => {
      await signUp.complete(token, password);
      await enter();
    },
  });
  return (
    <PublicPage title={words.welcome(organization)} lead={words.lead(email)}>
      <Form refusal={complete.error} onSubmit={(values) => complete.mutate(values('password'))}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label={entryStrings.password}
          hint={entryStrings.passwordHint}
          name="password"
          param="password"
        />
        <FormError error={complete.error} />
        <Button type="submit" look="primary" busy={complete.isPending}>
          {words.submit}
        </Button>
      </Form>
    </PublicPage>
  );
}
