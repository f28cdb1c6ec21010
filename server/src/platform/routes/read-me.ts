import { type Me, type Permission, PERMISSIONS, type Reach } from '@svc/contract';
import { readSignIn } from '#features/accounts';
import { loadOrganizations } from '#features/organization';
import { effectiveReach, listOwnWorkspaces, type Standing } from '#features/permissions';
import type { OrganizationScope } from '#store';
import type { Asker } from './console-routes.ts';
import type { Rooms } from '../rooms.ts';

/** Who is signed in, and what they may do in the organization they look at. */
export async function readMe(rooms: Rooms, scope: OrganizationScope, { person, standing }: Asker): Promise<Me> {
  const { user, organizations, csrf_token: csrfToken } = await readSignIn(rooms, person);
  const { organizationId } = scope;
  const found = (await loadOrganizations(scope.db, [organizationId])).get(organizationId);
  return {
    type: 'me',
    user,
    organization: { id: organizationId, name: found?.name ?? '', plan: found?.plan ?? '', role: standing.role },
    organizations,
    permissions: permissionsOf(standing),
    workspaces: await listOwnWorkspaces(scope, standing),
    csrf_token: csrfToken,
  };
}

function permissionsOf(standing: Standing): Partial<Record<Permission, Reach>> {
  const reaches = PERMISSIONS.map((permission) => [permission, effectiveReach(standing, permission)] as const);
  return Object.fromEntries(reaches.filter(([, reach]) => reach !== undefined));
}
