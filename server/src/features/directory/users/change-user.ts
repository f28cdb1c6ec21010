import { auditChange, differences } from '#features/audit';
import { setPerson } from '#features/console-auth';
import { claimEmail, updateMember } from '#features/organization';
import type { DirectoryChange } from '../run-directory-change.ts';
import { scimError } from '../scim/scim-error.ts';
import type { SentUser, UserAttributes } from '../scim/user-attributes.ts';
import { isMemberElsewhere, putAttributes, type StoredMember } from '../store/users.ts';
import { attributesOf } from './member-user.ts';
import { mayEnd, OwnerProtected } from './protect-owners.ts';
import { requireUnique, requireVerifiedAddresses } from './require-addresses.ts';
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

/** The account is the person's in all organizations: who belongs to another one keeps name and address. */
export async function bringPerson(
  { scope }: DirectoryChange,
  member: StoredMember,
  attributes: UserAttributes,
): Promise<void> {
  const email = emailOf(attributes);
  const name = nameOf(attributes) ?? member.person_name;
  const isSameEmail = email.toLowerCase() === member.email.toLowerCase();
  if (!isSameEmail && member.role === 'primary_owner') throw new OwnerProtected(member.id);
  if (isSameEmail && name === member.person_name) return;
  if (await isMemberElsewhere(scope, member.id)) return;
  if (!isSameEmail && (await claimEmail(scope.db, email)))
    throw scimError('uniqueness', 'Another account has this address.');
  await setPerson(scope.db, member.id, { name, email: isSameEmail ? member.email : email });
}

/** Suspending closes the Console, programs and keys to the person, reviving opens all of it again (SCIM-12). */
async function bringStatus(
  change: DirectoryChange,
  member: StoredMember,
  active: boolean | undefined,
): Promise<boolean> {
  const isActive = member.status === 'active';
  if (active === undefined || active === isActive) return isActive;
  if (!active && !(await mayEnd(change, member))) return false;
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
