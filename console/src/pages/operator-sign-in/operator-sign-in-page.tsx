import { useMutation } from '@tanstack/react-query';
import { operatorSignIn } from '../../api/operator-session.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnterOperations } from '../../shell/use-enter-operations.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { DocsLink } from '../../ui/docs-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { CodeStep } from './code-step.tsx';
import { operatorSignInRoute } from './operator-sign-in-route.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';

const { signIn: words } = operatorStrings;

export function OperatorSignInPage() {
  const { step, sso_error: refusal } = operatorSignInRoute.useSearch();
  return step === 'code' ? <CodeStep /> : <FirstStep refusal={refusal} />;
}

/** Password and code in one step: a password alone does not sign in. */
function FirstStep({ refusal }: Parameters<typeof ProviderSignIn>[0]) {
  const enter = useEnterOperations();
  const signIn = useMutation({
    mutationFn: async (values: FormValues) => {
      await operatorSignIn.signIn({
        email: values('email').trim(),
        password: values('password'),
        code: values('code').trim(),
      });
      await enter();
    },
  });
  return (
    <PublicPage
      title={words.title}
      lead={
        <>
          {words.lead} <DocsLink to="operatorSignIn" />
        </>
      }
    >
      <ProviderSignIn refusal={refusal} />
      <Form onSubmit={signIn.mutate}>
        <TextField label={words.email} name="email" type="email" autoComplete="username" required autoFocus />
        <PasswordField label={words.password} name="password" autoComplete="current-password" required />
        <CodeField label={words.code} hint={words.codeHint} name="code" />
        <FormError error={signIn.error} />
        <Button type="submit" look="primary" busy={signIn.isPending}>
          {words.submit}
        </Button>
      </Form>
      <p className="mt-4 text-[13px] text-quiet">{words.lost}</p>
    </PublicPage>
  );
}
