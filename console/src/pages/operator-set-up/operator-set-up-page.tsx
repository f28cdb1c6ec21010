import { useMutation } from '@tanstack/react-query';
import type { OperatorLink } from '@svc/contract';
import { operatorSignIn } from '../../api/operator-session.ts';
import { LinkPage } from '../../shell/link-page.tsx';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnterOperations } from '../../shell/use-enter-operations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { AppToScan } from '../../ui/app-to-scan.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

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
  const setUp = useMutation({
    mutationFn: async (values: FormValues) => {
      await operatorSignIn.setUp({
        token,
        name: values('name').trim(),
        password: values('password'),
        code: values('code').trim(),
      });
      await enter();
    },
  });
  return (
    <PublicPage title={words.title} lead={words.lead(link.email, operatorStrings.roles[link.role])}>
      <Form refusal={setUp.error} onSubmit={setUp.mutate}>
        <TextField
          label={words.name}
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          autoFocus
          param="name"
        />
        <NewPasswordField label={words.password} hint={words.passwordHint} name="password" param="password" />
        <AppToScan uri={link.authenticator_uri} words={words} />
        <CodeField label={words.code} name="code" />
        <FormError error={setUp.error} />
        <Button type="submit" look="primary" busy={setUp.isPending}>
          {words.submit}
        </Button>
      </Form>
    </PublicPage>
  );
}
