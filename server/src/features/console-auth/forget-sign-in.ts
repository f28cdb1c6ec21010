import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import { recordAudit, SYSTEM_ACTOR } from '#features/audit';
import { endSessionsOfPerson } from '#features/oauth';
import { enqueueMail } from '#features/mail';
import type { Tables } from '#store';
import { dropChallenges } from './store/challenges.ts';
import { findMemberships } from './store/memberships.ts';
import { dropOwnerLink } from './store/owner-links.ts';
import { deleteSessions } from './store/own-sessions.ts';
import { deletePasskeys } from './store/passkeys.ts';
import { dropPassword } from './store/passwords.ts';
import { lockForChange } from './store/person-lock.ts';
import { dropSecondFactor } from './store/second-factors.ts';
import { dropLinks } from './store/sso-connections.ts';

/**
 * Takes away whatever signed a person in until now, or would: password, links for a new one, sign-ins that wait for a code, second
 * factor, passkeys, links to identity providers, sessions, code clients. Who else may know them is unknown. The caller announces the epochs once the transaction is committed.
 */
export async function forgetSignIn(
  trx: Kysely<Tables>,
  { userId, email }: { readonly userId: string; readonly email: string },
  event: 'owner.reset' | 'account.reset' | 'account.claimed',
  nowMs: number,
): Promise<readonly EpochChange[]> {
  await lockForChange(trx, userId);
  await dropPassword(trx, userId);
  await dropChallenges(trx, userId);
  await dropOwnerLink(trx, userId);
  await dropSecondFactor(trx, userId);
  await deletePasskeys(trx, userId);
  await dropLinks(trx, userId);
  await deleteSessions(trx, userId, 'all');
  if (event !== 'account.claimed') await mailReset(trx, { userId, email }, nowMs);
  for (const { id: organizationId } of await findMemberships(trx, userId)) {
    await recordAudit(
      trx,
      { organizationId, actor: SYSTEM_ACTOR, event, resource: { type: 'user', id: userId } },
      nowMs,
    );
  }
  return endSessionsOfPerson(trx, userId, nowMs);
}

/** There is no request: the operator does it on the machine. */
async function mailReset(
  trx: Kysely<Tables>,
  { userId, email }: { userId: string; email: string },
  nowMs: number,
): Promise<void> {
  const data = { change: 'account.reset', atMs: nowMs, ipAddress: null, userAgent: null } as const;
  await enqueueMail(trx, { kind: 'factor_changed', data, to: email, organizationId: null, userId }, nowMs);
}
