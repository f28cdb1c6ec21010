import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { links } from '../../api/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useLinkToken } from '../../shell/use-link-token.ts';
import { entryStrings } from '../../strings/entry.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { NewPasswordField } from '../../ui/form/new-password-field.tsx';
import { Notice } from '../../ui/notice.tsx';

const { reset: words } = entryStrings;

export function ResetPasswordPage() {
  const token = useLinkToken();
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { readonly token: string }) {
  const reset = useMutation({ mutationFn: (password: string) => links.resetPassword(token, password) });
  const toSignIn = (
    <Link to="/sign-in" className={buttonClass('secondary')}>
      {entryStrings.toSignIn}
    </Link>
  );
  return (
    <PublicPage title={words.title}>
      {token === '' && (
        <div className="flex flex-col gap-4">
          <Notice tone="danger">{entryStrings.brokenLink}</Notice>
          {toSignIn}
        </div>
      )}
      {token !== '' && reset.isSuccess && (
        <div className="flex flex-col gap-4">
          <Notice tone="good" alert>
            {words.done}
          </Notice>
          {toSignIn}
        </div>
      )}
      {token !== '' && !reset.isSuccess && (
        <Form refusal={reset.error} onSubmit={(values) => reset.mutate(values('password'))}>
          <NewPasswordField
            label={entryStrings.newPassword}
            hint={entryStrings.passwordHint}
            name="password"
            param="password"
          />
          <FormError error={reset.error} />
          <Button type="submit" look="primary" busy={reset.isPending}>
            {words.submit}
          </Button>
        </Form>
      )}
    </PublicPage>
  );
}
