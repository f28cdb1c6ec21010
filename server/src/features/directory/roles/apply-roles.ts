import type { OrganizationRole } from '@svc/contract';
import { setRoles } from '#features/organization';
import { findDefaultRoles } from '#features/single-sign-on';
import type { OrganizationScope } from '#store';
import {
  addRoleGrants,
  deleteRoleGrants,
  findGrantedMembers,
  type GrantedMember,
} from '../store/role-grants.ts';
import { domainOf } from '../users/require-addresses.ts';
import type { RoleChange, RoleEvent } from './apply-directory-roles.ts';

/** Roles in the organization. Returns what the audit log is to have of it. */
export async function applyRoles(
  change: RoleChange,
  userIds: readonly string[] | undefined,
): Promise<readonly RoleEvent[]> {
  const { scope } = change;
  const found = await findGrantedMembers(scope, userIds);
  const members = found.filter((member) => !isOwner(member));
  const mapped = members.filter(({ mapped_role: role }) => role !== null);
  const lost = members.filter(({ has_grant: had, mapped_role: role }) => had && role === null);
  const granted = mapped.filter(({ has_grant: had }) => !had).map(({ id }) => id);
  // Who became an owner has their role by hand.
  const ended = [...lost, ...found.filter((member) => isOwner(member) && member.has_grant)];
  if (granted.length > 0) await addRoleGrants(scope, granted);
  if (ended.length > 0)
    await deleteRoleGrants(
      scope,
      ended.map(({ id }) => id),
    );
  const events = await setChangedRoles(change, [
    ...mapped.map((member) => ({ member, role: member.mapped_role ?? member.role })),
    ...(await withDefaultRoles(scope, lost)),
  ]);
  return userIds === undefined ? events : [...events, ...found.filter(isRefused).map(refusalOf)];
}

interface WantedRole {
  readonly member: GrantedMember;
  readonly role: OrganizationRole;
}

async function setChangedRoles(change: RoleChange, wanted: readonly WantedRole[]): Promise<RoleEvent[]> {
  const changed = wanted.filter(({ member, role }) => member.role !== role);
  if (changed.length === 0) return [];
  await setRoles(
    change.scope,
    changed.map(({ member, role }) => ({ user_id: member.id, role })),
  );
  change.touchesCredentials = true;
  return changed.map(({ member, role }) => ({
    event: 'member.change_role',
    resource: { type: 'user', id: member.id },
    changes: { role: { from: member.role, to: role } },
    details: { reason: 'directory' },
  }));
}

/** Who has lost all groups with a role is what they would be as a new member (D-SCIM-2, D-SCIM-9). */
async function withDefaultRoles(
  scope: OrganizationScope,
  members: readonly GrantedMember[],
): Promise<readonly WantedRole[]> {
  if (members.length === 0) return [];
  const roles = await findDefaultRoles(scope, new Set(members.map(({ email }) => domainOf(email))));
  return members.map((member) => ({ member, role: roles.get(domainOf(member.email)) ?? 'member' }));
}

function isOwner({ role }: GrantedMember): boolean {
  return role === 'owner' || role === 'primary_owner';
}

function isRefused(member: GrantedMember): boolean {
  return isOwner(member) && member.is_mapped;
}

/** Owners are not a directory's affair (SCIM-18, D-SCIM-7). */
function refusalOf({ id }: GrantedMember): RoleEvent {
  return {
    event: 'member.update_refused',
    resource: { type: 'user', id },
    details: { reason: 'directory' },
  };
}
