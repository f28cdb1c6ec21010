import { auditChange } from '#features/audit';
import { claimUnverifiedAccount } from '#features/console-auth';
import { addMember, claimEmail, createUser, updateMember, wasMember } from '#features/organization';
import { findDefaultRoles } from '#features/single-sign-on';
import type { DirectoryChange } from '../run-directory-change.ts';
import { scimError } from '../scim/scim-error.ts';
import type { SentUser, UserAttributes } from '../scim/user-attributes.ts';
import { findFormerMember, putAttributes } from '../store/users.ts';
import { bringPerson } from './change-user.ts';
import { domainOf, requireUnique, requireVerifiedAddresses } from './require-addresses.ts';
import { emailOf, nameOf } from './user-person.ts';

/**
 * Makes a member, without mail or password: who was one before is the same person again (SCIM-03, SCIM-13). Returns their id. Throws 400
 * `invalidValue`, 409 `uniqueness`.
 */
export async function createMember(
  change: DirectoryChange,
  { attributes, active = true }: SentUser,
): Promise<string> {
  const { scope, nowMs } = change;
  await requireVerifiedAddresses(scope, attributes, undefined);
  await requireUnique(scope, attributes);
  const userId = await findPerson(change, attributes);
  const { db, organizationId } = scope;
  const domain = domainOf(emailOf(attributes));
  const role = (await findDefaultRoles(scope, new Set([domain]))).get(domain) ?? 'member';
  const membership = { role, status: active ? 'active' : 'suspended' } as const;
  if (await wasMember(scope, userId)) {
    await updateMember(db, organizationId, userId, membership);
    // Who was never here has no credentials that could be known: a first sync forgets those of nobody else.
    change.touchesCredentials = true;
  } else await addMember(db, { organizationId, userId, ...membership }, nowMs);
  await putAttributes(scope, userId, attributes, nowMs);
  await auditChange(change, {
    event: 'member.joined',
    resource: { type: 'user', id: userId },
    changes: { role: { from: null, to: role }, status: { from: null, to: membership.status } },
  });
  return userId;
}

/** A former member whom the directory kept, else the account that has the address, else a new one. */
async function findPerson(change: DirectoryChange, attributes: UserAttributes): Promise<string> {
  const { scope, nowMs, epochs } = change;
  const email = emailOf(attributes);
  const account = await claimEmail(scope.db, email);
  const former = await findFormerMember(scope, attributes);
  if (former && account && account.id !== former.id)
    throw scimError('uniqueness', 'Another account has the address of this former member.');
  // Whoever signed up with an address that is not theirs must not come in with it.
  if (account?.is_unproven)
    epochs.push(...(await claimUnverifiedAccount(scope.db, { userId: account.id, email }, nowMs)));
  if (former) await bringPerson(change, former, attributes);
  const known = former ?? account;
  if (known) return known.id;
  const [local = email] = email.split('@');
  return createUser(scope.db, { email, name: nameOf(attributes) ?? local }, nowMs);
}
