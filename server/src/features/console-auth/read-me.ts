import { type Me, type Permission, PERMISSIONS, type Reach } from '@svc/contract';
import { loadOrganizations } from '#features/organization';
import {
  effectiveReach,
  listOwnWorkspaces,
  type MemberCaller,
  type EffectiveRoles,
} from '#features/permissions';
import type { OrganizationScope } from '#store';
import { readSignIn, type ReadSignInDeps } from './read-sign-in.ts';

export interface ReadMeDeps extends ReadSignInDeps {
  readonly outbox: { readonly delivers: boolean };
  readonly baseUrl: string;
}

/** Who is signed in, and what they may do in the organization they look at. */
export async function readMe(
  deps: ReadMeDeps,
  scope: OrganizationScope,
  { person, roles }: MemberCaller,
): Promise<Me> {
  const { user, organizations, csrf_token: csrfToken } = await readSignIn(deps, person);
  const { organizationId } = scope;
  const found = (await loadOrganizations(scope.db, [organizationId])).get(organizationId);
  return {
    type: 'me',
    user,
    organization: {
      id: organizationId,
      name: found?.name ?? '',
      plan: found?.plan ?? '',
      role: roles.role,
      zero_data_retention: found?.zeroDataRetention ?? true,
    },
    organizations,
    permissions: permissionsOf(roles),
    workspaces: await listOwnWorkspaces(scope, roles),
    base_url: deps.baseUrl,
    sends_mail: deps.outbox.delivers,
    csrf_token: csrfToken,
  };
}

function permissionsOf(roles: EffectiveRoles): Partial<Record<Permission, Reach>> {
  const reaches = PERMISSIONS.map((permission) => [permission, effectiveReach(roles, permission)] as const);
  return Object.fromEntries(reaches.filter(([, reach]) => reach !== undefined));
}
