import { auditChange, differences } from '#features/audit';
import { dropChallenges, setPerson } from '#features/console-auth';
import { claimEmail, updateMember, wasMemberElsewhere } from '#features/organization';
import type { DirectoryChange } from '../run-directory-change.ts';
import { scimError } from '../scim/scim-error.ts';
import type { SentUser, UserAttributes } from '../scim/user-attributes.ts';
import { putAttributes, type StoredMember } from '../store/users.ts';
import { attributesOf } from './member-user.ts';
import { mayDecideOn } from './protect-owners.ts';
import { areVerified, requireUnique, requireVerifiedAddresses } from './require-addresses.ts';
import { emailOf, nameOf } from './user-person.ts';

/**
 * Brings a member to what the directory sent, and takes over who was a member by invite (D-SCIM-5). Returns `active` as the directory is to
 * see it. Throws 400 `invalidValue`, 409 `uniqueness` or `mutability`.
 */
export async function changeUser(
  change: DirectoryChange,
  member: StoredMember,
  { attributes, active }: SentUser,
): Promise<boolean> {
  const { scope, nowMs } = change;
  const isKept = member.user_name !== null;
  const before = attributesOf(member);
  await requireVerifiedAddresses(scope, attributes, isKept ? before : undefined);
  await requireUnique(scope, attributes, member.id);
  await bringPerson(change, member, attributes);
  const changes = differences(
    { directory_managed: isKept, ...toAudited(before) },
    { directory_managed: true, ...toAudited(attributes) },
  );
  if (Object.keys(changes).length > 0) {
    await putAttributes(scope, member.id, attributes, nowMs);
    await auditChange(change, {
      event: 'member.updated',
      resource: { type: 'user', id: member.id },
      changes,
    });
  }
  return bringStatus(change, member, active);
}

/**
 * The account is the person's in all organizations: who belongs to another one, or did, keeps name and address. So does who would get an
 * address that the organization cannot vouch for any more: the domain's next owner would have their account.
 */
export async function bringPerson(
  change: DirectoryChange,
  member: StoredMember,
  attributes: UserAttributes,
): Promise<void> {
  const { scope } = change;
  const name = nameOf(attributes) ?? member.person_name;
  const wanted = emailOf(attributes);
  const isMoved =
    wanted.toLowerCase() !== member.email.toLowerCase() && (await mayMove(change, member, wanted));
  if (!isMoved && name === member.person_name) return;
  if (await wasMemberElsewhere(scope, member.id)) return;
  if (isMoved && (await claimEmail(scope.db, wanted)))
    throw scimError('uniqueness', 'Another account has this address.');
  await setPerson(scope.db, member.id, { name, email: isMoved ? wanted : member.email });
  // Links for a new password were mailed to the address before.
  if (isMoved) await dropChallenges(scope.db, member.id);
}

/** Whoever reads the mail of the address can come in with it: to move an owner is to take their office. */
async function mayMove(change: DirectoryChange, member: StoredMember, email: string): Promise<boolean> {
  if (member.status !== 'removed' && !(await mayDecideOn(change, member))) return false;
  return areVerified(change.scope, [email]);
}

/** Suspending closes the Console, programs and keys to the person, reviving opens all of it again (SCIM-12). */
async function bringStatus(
  change: DirectoryChange,
  member: StoredMember,
  active: boolean | undefined,
): Promise<boolean> {
  const isActive = member.status === 'active';
  if (active === undefined || active === isActive) return isActive;
  if (!(await mayDecideOn(change, member))) return active;
  const { scope } = change;
  const status = active ? 'active' : 'suspended';
  await updateMember(scope.db, scope.organizationId, member.id, { role: member.role, status });
  await auditChange(change, {
    event: active ? 'member.revived' : 'member.suspended',
    resource: { type: 'user', id: member.id },
    changes: { status: { from: member.status, to: status } },
  });
  change.touchesCredentials = true;
  return active;
}

function toAudited({ userName, externalId, displayName, name, emails }: UserAttributes) {
  return { user_name: userName, external_id: externalId, display_name: displayName, name, emails };
}
