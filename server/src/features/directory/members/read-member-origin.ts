import type { MemberOrigin } from '@svc/contract';
import { hasPassword } from '#features/console-auth';
import { readUser } from '#features/organization';
import { listSignOns, type SignOn } from '#features/single-sign-on';
import type { OrganizationScope } from '#store';
import { findGroupsOfMember, hasRoleGrant } from '../store/previewed-roles.ts';

/** How a member signs in, and where their role comes from. Throws 404 `user_not_found`. */
export async function readMemberOrigin(scope: OrganizationScope, userId: string): Promise<MemberOrigin> {
  const { role, directory_managed: isManaged } = await readUser(scope, userId);
  const [signOns, groups, isGranted] = [
    await listSignOns(scope, userId),
    await findGroupsOfMember(scope, userId),
    await hasRoleGrant(scope, userId),
  ];
  const byDirectory = isGranted ? groups.find((group) => group.role === role) : undefined;
  return {
    type: 'member_origin',
    user_id: userId,
    has_password: await hasPassword(scope.db, userId),
    connections: signOns.map(({ connection }) => connection),
    directory_managed: isManaged,
    directory_groups: groups.map((group) => ({ ...group, workspaces: [...group.workspaces] })),
    ...(role === 'owner' || role === 'primary_owner'
      ? { role_source: 'owner', role_group: null }
      : byDirectory
        ? { role_source: 'directory', role_group: byDirectory.display_name }
        : bySignOn(signOns, role)),
  };
}

function bySignOn(
  signOns: readonly SignOn[],
  role: MemberOrigin['directory_groups'][number]['role'] | 'owner' | 'primary_owner',
): Pick<MemberOrigin, 'role_source' | 'role_group'> {
  const given = signOns.flatMap(({ roles }) => roles).find((one) => one.role === role);
  return given
    ? { role_source: 'single_sign_on', role_group: given.group }
    : { role_source: 'hand', role_group: null };
}
