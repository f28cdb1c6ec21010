import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import { recordAudit, SYSTEM_ACTOR } from '#features/audit';
import { endSessionsOfPerson } from '#features/code-sessions';
import { findNamedOrganization } from '#features/organization';
import type { Secret } from '#kit';
import type { Tables } from '#store';
import { makeOwnerLink } from './owner-links.ts';
import { dropChallenges } from './store/challenges.ts';
import { findMemberships } from './store/memberships.ts';
import { findPrimaryOwner } from './store/owner-links.ts';
import { deleteSessions } from './store/own-sessions.ts';
import { dropPassword } from './store/passwords.ts';
import { dropSecondFactors } from './store/second-factors.ts';

const LINK_DAYS = 1;

/** The organization has nobody in this office. The message is for the operator. */
export class NoPrimaryOwner extends Error {
  constructor(organization: string) {
    super(`the organization "${organization}" has no primary owner`);
    this.name = 'NoPrimaryOwner';
  }
}

export interface OwnerReset {
  readonly organizationId: string;
  /** Of the primary owner, as it was. */
  readonly email: string;
  readonly token: Secret;
  readonly expiresAtMs: number;
  /** Of the organizations whose credentials every node must judge anew. */
  readonly epochs: readonly EpochChange[];
}

/**
 * Gives an organization's primary owner, who can sign in no more, a one-time link to begin anew. Whatever signed them in until now
 * stops: password, second factor, passkeys, sessions, code clients, mailed links; who else may know them is unknown. Throws UnknownOrganization, NoPrimaryOwner.
 */
export async function resetOwner(db: Kysely<Tables>, organization: string, nowMs: number): Promise<OwnerReset> {
  return db.transaction().execute(async (trx) => {
    const { id: organizationId } = await findNamedOrganization(trx, organization);
    const owner = await findPrimaryOwner(trx, organizationId);
    if (!owner) throw new NoPrimaryOwner(organization);
    await dropPassword(trx, owner.id);
    await dropSecondFactors(trx, owner.id);
    await deleteSessions(trx, owner.id, 'all');
    await dropChallenges(trx, owner.id);
    for (const { id } of await findMemberships(trx, owner.id)) {
      const event = { event: 'owner.reset', resource: { type: 'user', id: owner.id } } as const;
      await recordAudit(trx, { organizationId: id, actor: SYSTEM_ACTOR, ...event }, nowMs);
    }
    const epochs = await endSessionsOfPerson(trx, owner.id, nowMs);
    const link = await makeOwnerLink(trx, { organizationId, userId: owner.id }, { nowMs, days: LINK_DAYS });
    return { organizationId, email: owner.email, ...link, epochs };
  });
}
