import type { UsageSeriesQuery } from '@svc/contract';
import { isRestricted, type Access } from '#features/module';
import type { OrganizationScope } from '#store';

type Grouping = UsageSeriesQuery['group_by'];

/** What of each kind the caller may read: that they see its usage does not say they may. */
export interface NameAccess {
  readonly keys: Access;
  readonly adminKeys: Access;
  readonly members: Access;
  readonly userId: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names by id, as far as the caller may know them. */
export async function findGroupNames(
  scope: OrganizationScope,
  grouping: Grouping,
  ids: readonly string[],
  access: NameAccess,
): Promise<ReadonlyMap<string, string>> {
  const named = await findNamed(scope, grouping, ids, access);
  return new Map(named.map(({ id, name }) => [id, name]));
}

async function findNamed(
  scope: OrganizationScope,
  grouping: Grouping,
  ids: readonly string[],
  access: NameAccess,
): Promise<readonly Named[]> {
  switch (grouping) {
    case 'api_key_id':
      return [
        ...(await findKeys(scope, ids, access.keys)),
        ...(isRestricted(access.adminKeys) ? [] : await findAdminKeys(scope, ids)),
      ];
    case 'user_id':
      return findPeople(scope, isRestricted(access.members) ? ids.filter((id) => id === access.userId) : ids);
    case 'workspace_id':
      return findWorkspaces(scope, ids);
    default:
      return [];
  }
}

async function findKeys(
  { db, organizationId }: OrganizationScope,
  ids: readonly string[],
  access: Access,
): Promise<readonly Named[]> {
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'workspace_id', 'created_by'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', atLeastOne(ids))
    .execute();
  if (!isRestricted(access)) return keys;
  return keys.filter(
    (key) => access.workspaceIds.includes(key.workspace_id) || key.created_by === access.userId,
  );
}

async function findAdminKeys(
  { db, organizationId }: OrganizationScope,
  ids: readonly string[],
): Promise<readonly Named[]> {
  return db
    .selectFrom('admin_keys')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', atLeastOne(ids))
    .execute();
}

/** Members who were removed keep their names. */
async function findPeople(
  { db, organizationId }: OrganizationScope,
  ids: readonly string[],
): Promise<readonly Named[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.name'])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', 'in', atLeastOne(ids))
    .execute();
}

async function findWorkspaces(
  { db, organizationId }: OrganizationScope,
  ids: readonly string[],
): Promise<readonly Named[]> {
  return db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', atLeastOne(ids))
    .execute();
}

/** SQL has no empty list. No id is empty. */
function atLeastOne(ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [''] : ids;
}
