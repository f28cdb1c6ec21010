import type { Proof } from '../../api/account.ts';
import { useMe } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import type { FormValues } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { UsernameHint } from './username-hint.tsx';

const { authenticator: words } = profileStrings;

/** The password again, and a code if the person has an authenticator app: a stolen session must not be enough for what follows. */
export function ProofFields() {
  const { user } = useMe();
  return (
    <>
      <UsernameHint />
      <PasswordField label={words.password} name="password" autoComplete="current-password" required />
      {user.second_factor && (
        <TextField
          label={words.code}
          hint={words.eitherCode}
          name="code"
          autoComplete="one-time-code"
          maxLength={11}
          required
        />
      )}
    </>
  );
}

export function proofOf(values: FormValues): Proof {
  const [password, code] = [values('password'), values('code')];
  return code === '' ? { password } : { password, code };
}
