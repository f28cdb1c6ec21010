import { ORGANIZATION_ROLES, type DirectoryGroupPreview, type OrganizationRole } from '@svc/contract';
import { findDefaultRoles } from '#features/single-sign-on';
import type { OrganizationScope } from '#store';
import { findRolesInGroup } from '../store/previewed-roles.ts';
import { domainOf } from '../users/require-addresses.ts';
import { requireGroup } from './manage-groups.ts';

/** How many members are listed; all are counted. */
const MAX_MEMBERS = 100;

/**
 * Which roles the members of a group would have if it gave this one (SCIM-16, SCIM-17, D-SCIM-9). Changes nothing. Throws 404
 * `directory_group_not_found`.
 */
export async function previewGroup(
  scope: OrganizationScope,
  id: string,
  role: OrganizationRole | null,
): Promise<DirectoryGroupPreview> {
  await requireGroup(scope, id);
  const members = await findRolesInGroup(scope, id);
  const domains = new Set(members.map(({ email }) => domainOf(email)));
  const usual =
    domains.size === 0 ? new Map<string, OrganizationRole>() : await findDefaultRoles(scope, domains);
  const previewed = members.map(
    ({ id: userId, email, name, role: before, other_role: other, has_grant: had }) => {
      const isOwner = before === 'owner' || before === 'primary_owner';
      const lost = had ? (usual.get(domainOf(email)) ?? 'member') : before;
      const after = isOwner ? before : (higher(role, other) ?? lost);
      return { user_id: userId, email, name, role_before: before, role: after };
    },
  );
  const changed = previewed.filter((member) => member.role !== member.role_before);
  const unchanged = previewed.filter((member) => member.role === member.role_before);
  return {
    type: 'directory_group_preview',
    members: [...changed, ...unchanged].slice(0, MAX_MEMBERS),
    member_count: previewed.length,
    changed_count: changed.length,
  };
}

/** The first of the list is the highest. */
function higher(one: OrganizationRole | null, other: OrganizationRole | null): OrganizationRole | undefined {
  return ORGANIZATION_ROLES.find((role) => role === one || role === other);
}
