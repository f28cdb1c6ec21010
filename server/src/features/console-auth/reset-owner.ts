import type { Kysely } from 'kysely';
import { findNamedOrganization } from '#features/organization';
import { OperatorError } from '#kit';
import type { Tables } from '#store';
import { forgetSignIn } from './forget-sign-in.ts';
import { makeOwnerLink } from './owner-links.ts';
import type { SignInReset } from './reset-sign-in.ts';
import { findPrimaryOwner } from './store/owner-links.ts';

const LINK_DAYS = 1;
const REMEDY = 'Name one in a provisioning file, active and enabled, and run svc provision FILE --update';

/** The organization has no primary owner who may sign in. The message is for the operator. */
class NoPrimaryOwner extends OperatorError {
  constructor(organization: string, owner?: { readonly email: string; readonly state: string }) {
    const cause = owner
      ? `${owner.email}, the primary owner of "${organization}", is ${owner.state}`
      : `"${organization}" has no primary owner`;
    super(`${cause}. ${REMEDY}`);
    this.name = 'NoPrimaryOwner';
  }
}

/** Has an organization's primary owner choose name, email and password. */
export async function resetOwner(
  trx: Kysely<Tables>,
  organization: string,
  nowMs: number,
): Promise<SignInReset> {
  const { id: organizationId } = await findNamedOrganization(trx, organization);
  const owner = await findPrimaryOwner(trx, organizationId);
  if (!owner) throw new NoPrimaryOwner(organization);
  const state = owner.account === 'disabled' ? owner.account : owner.status;
  if (state !== 'active') throw new NoPrimaryOwner(organization, { email: owner.email, state });
  const epochs = await forgetSignIn(trx, { userId: owner.id, email: owner.email }, 'owner.reset', nowMs);
  const link = await makeOwnerLink(trx, { organizationId, userId: owner.id }, { nowMs, days: LINK_DAYS });
  return { email: owner.email, ...link, page: '/console/set-up', epochs };
}
