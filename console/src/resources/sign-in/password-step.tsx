import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { canUsePasskeys, PasskeyStopped, signInWithPasskey } from '../../api/passkeys.ts';
import { signIn } from '../../api/sign-in.ts';
import { entrancesOptions } from '../../api/sign-up.ts';
import { signInStrings } from '../../strings/sign-in.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

interface PasswordStepProps {
  readonly onSignedIn: () => Promise<void>;
  readonly onCodeRequired: () => void;
  /** Where a sign-in through an identity provider goes on, a path below the Console's root. */
  readonly next?: string | undefined;
}

export function PasswordStep({ onSignedIn, onCodeRequired, next }: PasswordStepProps) {
  return (
    <div className="flex flex-col gap-4">
      <EmailFirstForm onSignedIn={onSignedIn} onCodeRequired={onCodeRequired} next={next} />
      <Link
        to="/forgot-password"
        className="self-center rounded text-accent underline-offset-4 hover:underline"
      >
        {signInStrings.forgotten}
      </Link>
      {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
      <SignUpLink />
    </div>
  );
}

/**
 * The password is asked for once it is known that people of the email's domain use one (SSO-04). Another email is asked about again. A primary
 * owner keeps the password, also while the provider is down: so it can be asked for at once.
 */
function EmailFirstForm({ onSignedIn, onCodeRequired, next }: PasswordStepProps) {
  const [usesPassword, setUsesPassword] = useState(false);
  const submit = useMutation({
    mutationFn: async (given: { email: string; password: string }) => {
      if (!usesPassword) {
        const { url } = await signIn.begin(given.email);
        if (url === null) setUsesPassword(true);
        else await leaveForProvider(url, next);
        return;
      }
      const { status } = await signIn.withPassword(given.email, given.password);
      if (status === 'signed_in') await onSignedIn();
      else onCodeRequired();
    },
  });
  return (
    <Form
      onSubmit={(values) => submit.mutate({ email: values('email').trim(), password: values('password') })}
    >
      <TextField
        label={signInStrings.email}
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        autoFocus
        onChange={() => setUsesPassword(false)}
      />
      {usesPassword && (
        <PasswordField
          label={signInStrings.password}
          name="password"
          autoComplete="current-password"
          required
          autoFocus
        />
      )}
      <FormError error={submit.error} />
      <Button type="submit" look="primary" busy={submit.isPending}>
        {usesPassword ? signInStrings.submit : signInStrings.continue}
      </Button>
      {!usesPassword && (
        <Button look="quiet" onClick={() => setUsesPassword(true)}>
          {signInStrings.passwordInstead}
        </Button>
      )}
    </Form>
  );
}

/** Never resolves: the button stays busy until the browser has left. */
function leaveForProvider(url: string, next = '/'): Promise<never> {
  location.assign(`${url}?${new URLSearchParams({ return_to: `/console${next}` }).toString()}`);
  return new Promise(() => {});
}

function PasskeyButton({ onSignedIn }: Pick<PasswordStepProps, 'onSignedIn'>) {
  const passkey = useMutation({
    mutationFn: async () => {
      await signInWithPasskey();
      await onSignedIn();
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-3 text-xs text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {signInStrings.or}
      </p>
      {passkey.error instanceof PasskeyStopped ? (
        <Notice tone="warn" alert>
          {signInStrings.passkeyStopped}
        </Notice>
      ) : (
        <FormError error={passkey.error} />
      )}
      <Button icon={KeyRound} busy={passkey.isPending} onClick={() => passkey.mutate()}>
        {signInStrings.passkey}
      </Button>
    </div>
  );
}

/** Only where people may sign up. */
function SignUpLink() {
  const { data } = useQuery(entrancesOptions);
  if (!data || data.sign_up === 'off') return null;
  return (
    <Link to="/sign-up" className={buttonClass('quiet', 'w-full')}>
      {signInStrings.signUp}
    </Link>
  );
}
