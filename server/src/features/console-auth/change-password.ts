import type { SignedIn } from '@svc/contract';
import type { SignedInExchange } from '#exchange';
import { inTurnOfPerson } from './attempts.ts';
import { changeAsPerson } from './change-as-person.ts';
import { noteFactorChange } from './change-factor.ts';
import type { WithCookies } from './complete-sign-in.ts';
import { dropPasskeys } from './drop-passkeys.ts';
import { endOtherSessions, type OwnSessionsDeps } from './own-sessions.ts';
import { requireStrongPassword } from './password-strength/require-strong-password.ts';
import { hashPassword, setPassword } from './passwords.ts';
import { provePassword } from './prove-again.ts';
import { replaceSession, resumeIn } from './replace-session.ts';
import type { SignInDeps } from './sign-in.ts';
import { findKnownPerson } from './store/memberships.ts';

export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  readonly remove_passkeys?: boolean | undefined;
}

/**
 * Whatever was signed in with the old password ends, programs included: who knew it may have signed them in. Passkeys go too where the
 * person says so. This session goes on as a new one.
 */
export async function changePassword(
  deps: SignInDeps & OwnSessionsDeps,
  exchange: SignedInExchange,
  {
    current_password: currentPassword,
    new_password: newPassword,
    remove_passkeys: removePasskeys = false,
  }: PasswordChange,
): Promise<WithCookies<SignedIn>> {
  const { person } = exchange;
  await requireStrongPassword(newPassword, await findKnownPerson(deps.db, person.userId), 'new_password');
  await provePassword(deps, exchange, currentPassword);
  const hash = await inTurnOfPerson(deps, exchange, () => hashPassword(newPassword));
  const { session, epochs } = await changeAsPerson(deps, exchange, async (trx, nowMs) => {
    await setPassword(trx, person.userId, hash, nowMs);
    await noteFactorChange(trx, exchange, { ...person, change: 'password.changed' }, nowMs);
    if (removePasskeys) await dropPasskeys(trx, exchange, person, nowMs);
    const ended = await endOtherSessions(trx, exchange, nowMs);
    return { epochs: ended, session: await replaceSession(deps, trx, exchange) };
  });
  await deps.credentialsChanged(epochs);
  return resumeIn(deps, session);
}
