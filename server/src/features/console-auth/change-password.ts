import type { Kysely } from 'kysely';
import type { SignedIn } from '@svc/contract';
import type { SignedInExchange } from '#exchange';
import type { Tables } from '#store';
import type { AccountDeps } from './account.ts';
import { withinPasswordLimit } from './attempts.ts';
import { callBetterAuth, AUTHENTICATED_CALL } from './call-better-auth.ts';
import { changeByBetterAuth, noteFactorChange } from './change-factor.ts';
import { dropPasskeys } from './drop-passkeys.ts';
import { endOtherSessions, type OwnSessionsDeps } from './own-sessions.ts';
import { requireStrongPassword } from './password-strength/require-strong-password.ts';
import { resume } from './resume.ts';
import type { Answered, SignInDeps } from './sign-in.ts';
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
  deps: SignInDeps & AccountDeps & OwnSessionsDeps,
  exchange: SignedInExchange,
  {
    current_password: currentPassword,
    new_password: newPassword,
    remove_passkeys: removePasskeys = false,
  }: PasswordChange,
): Promise<Answered<SignedIn>> {
  const { db, betterAuth, clock } = deps;
  await requireStrongPassword(newPassword, await findKnownPerson(db, exchange.person.userId), 'new_password');
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  const tell = async (trx: Kysely<Tables>): Promise<void> => {
    await noteFactorChange(trx, exchange, { ...exchange.person, change: 'password.changed' }, clock.nowMs());
    if (removePasskeys) await dropPasskeys(trx, exchange, exchange.person, clock.nowMs());
  };
  const { cookies } = await withinPasswordLimit(deps, exchange, () =>
    changeByBetterAuth(
      deps,
      () =>
        callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
          betterAuth.api.changePassword({ ...request, body }),
        ),
      tell,
    ),
  );
  const resumed = await resume(deps, exchange.person, cookies);
  await endOtherSessions(deps, exchange, resumed.body.id);
  return resumed;
}
