import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { links } from '../../api/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useLinkToken } from '../../shell/use-link-token.ts';
import { entryStrings } from '../../strings/entry.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChosenPasswordField, EntryForm } from '../../resources/sign-in/entry-form.tsx';
import type { FormValues } from '../../ui/form/form.tsx';

const { reset: words } = entryStrings;

export function ResetPasswordPage() {
  const token = useLinkToken();
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { readonly token: string }) {
  const [isDone, setIsDone] = useState(false);
  const reset = async (values: FormValues) => {
    await links.resetPassword(token, values('password'));
    setIsDone(true);
  };
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
      {token !== '' && isDone && (
        <div className="flex flex-col gap-4">
          <Notice tone="good" alert>
            {words.done}
          </Notice>
          {toSignIn}
        </div>
      )}
      {token !== '' && !isDone && (
        <EntryForm submit={words.submit} onSubmit={reset}>
          <ChosenPasswordField label={entryStrings.newPassword} />
        </EntryForm>
      )}
    </PublicPage>
  );
}
