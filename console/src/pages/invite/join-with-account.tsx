import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rememberCsrfToken } from '../../api/console-api.ts';
import { hasCode } from '../../api/failure.ts';
import { links, readSignIn } from '../../api/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { entryStrings } from '../../strings/entry.ts';
import { shellStrings } from '../../strings/shell.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SignInSteps } from '../../resources/sign-in/sign-in-steps.tsx';
import type { JoinProps } from './join-with-new-account.tsx';

const { invite: words } = entryStrings;

/**
 * The account must be signed in to: whoever got the mail is not yet whose account it is. It is done here and not on the page of
 * sign-in, so that the link's token stays in this one.
 */
export function JoinWithAccount({ token, invite: { organization, email, role } }: JoinProps) {
  const enter = useEnter();
  const [mustSignIn, setMustSignIn] = useState(false);
  const join = useMutation({
    mutationFn: async () => {
      rememberCsrfToken((await readSignIn()).csrf_token);
      await links.acceptInviteLink({ token });
      await enter();
    },
    onError: (cause) => {
      if (hasCode(cause, 'session_required')) setMustSignIn(true);
    },
  });
  // Once asked for, it stays: what goes wrong there is said there.
  if (mustSignIn) return <SignInSteps lead={words.signInAs(email)} onSignedIn={join.mutateAsync} />;
  return (
    <PublicPage title={words.titleOf(organization)} lead={words.lead(email, shellStrings.roles[role])}>
      <div className="flex flex-col gap-4">
        <FormError error={join.error} />
        <Button look="primary" busy={join.isPending} onClick={() => join.mutate()}>
          {words.submit}
        </Button>
      </div>
    </PublicPage>
  );
}
