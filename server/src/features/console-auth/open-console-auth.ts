import { deriveKey } from '#kit';
import { createBetterAuth, type BetterAuthParts } from './better-auth.ts';
import { PasswordTurns } from './password-turns.ts';
import { PersonSessions } from './person-sessions.ts';

type ConsoleAuthParts = Omit<BetterAuthParts, 'attemptKey'>;

export function openConsoleAuth({ db, clock, log, dataKey, limits, baseUrl }: ConsoleAuthParts) {
  const attemptKey = deriveKey(dataKey, 'svc sign-in attempts');
  const betterAuth = createBetterAuth({ db, clock, log, dataKey, attemptKey, limits, baseUrl });
  return {
    /** Key of the digests by which attempts are counted. */
    attemptKey,
    betterAuth,
    sessions: new PersonSessions({ db, clock, dataKey, limits, betterAuth }),
    passwordTurns: new PasswordTurns({ clock, log }),
  };
}
