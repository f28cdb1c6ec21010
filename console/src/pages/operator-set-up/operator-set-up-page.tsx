import type { OperatorLink } from '@svc/contract';
import { operatorSignIn } from '../../api/operator-session.ts';
import { LinkPage } from '../../shell/link-page.tsx';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnterOperations } from '../../shell/use-enter-operations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { AppToScan } from '../../ui/app-to-scan.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { ChosenPasswordField, EntryForm, OwnNameField } from '../../resources/sign-in/entry-form.tsx';
import type { FormValues } from '../../ui/form/form.tsx';

const { setUp: words } = operatorStrings;

/** Behind the link that `svc operators add` prints: name, password and authenticator app. */
export function OperatorSetUpPage() {
  return (
    <LinkPage title={words.title} read={operatorSignIn.readLink}>
      {(token, link) => <SetUpForm token={token} link={link} />}
    </LinkPage>
  );
}

function SetUpForm({ token, link }: { readonly token: string; readonly link: OperatorLink }) {
  const enter = useEnterOperations();
  const setUp = async (values: FormValues) => {
    await operatorSignIn.setUp({
      token,
      name: values('name').trim(),
      password: values('password'),
      code: values('code').trim(),
    });
    await enter();
  };
  return (
    <PublicPage title={words.title} lead={words.lead(link.email, operatorStrings.roles[link.role])}>
      <EntryForm submit={words.submit} onSubmit={setUp}>
        <OwnNameField label={words.name} />
        <ChosenPasswordField label={words.password} hint={words.passwordHint} />
        <AppToScan uri={link.authenticator_uri} words={words} />
        <CodeField label={words.code} name="code" />
      </EntryForm>
    </PublicPage>
  );
}
