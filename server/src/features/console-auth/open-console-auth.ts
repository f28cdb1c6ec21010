import { deriveKey, type Log } from '#kit';
import { FactorSecrets } from './factor-secrets.ts';
import { PasswordTurns } from './password-turns.ts';
import { PersonSessions, type PersonSessionsParts } from './person-sessions.ts';
import { SignInCookies, type SignInCookiesParts } from './sign-in-cookies.ts';

interface ConsoleAuthParts extends Omit<PersonSessionsParts, 'signInCookies'>, SignInCookiesParts {
  readonly log: Log;
}

export function openConsoleAuth({ db, clock, log, dataKey, limits, baseUrl }: ConsoleAuthParts) {
  const signInCookies = new SignInCookies({ dataKey, baseUrl });
  return {
    /** Key of the digests by which attempts are counted. */
    attemptKey: deriveKey(dataKey, 'svc sign-in attempts'),
    signInCookies,
    factorSecrets: new FactorSecrets(dataKey),
    sessions: new PersonSessions({ db, clock, limits, dataKey, signInCookies }),
    passwordTurns: new PasswordTurns({ clock, log }),
  };
}
