import type { SignUpLink } from '@svc/contract';
import { signUp } from '../../api/sign-up.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { signUpStrings } from '../../strings/sign-up.ts';
import { ChosenPasswordField, EntryForm } from '../../resources/sign-in/entry-form.tsx';
import type { FormValues } from '../../ui/form/form.tsx';

const { link: words } = signUpStrings;

export interface SignUpLinkProps {
  readonly token: string;
  readonly link: SignUpLink;
}

/** The last step: the organization exists with it, and the person is in. */
export function ChoosePassword({ token, link: { organization, email } }: SignUpLinkProps) {
  const enter = useEnter();
  const complete = async (values: FormValues) => {
    await signUp.complete(token, values('password'));
    await enter();
  };
  return (
    <PublicPage title={words.welcome(organization)} lead={words.lead(email)}>
      <EntryForm submit={words.submit} onSubmit={complete}>
        <ChosenPasswordField email={email} />
      </EntryForm>
    </PublicPage>
  );
}
