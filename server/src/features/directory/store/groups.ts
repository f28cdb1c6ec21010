import { sql, type Insertable, type Updateable } from 'kysely';
import type { DirectoryGroup } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';
import type { Condition, GroupFilterAttribute } from '../scim/filter.ts';
import type { ScimPage } from '../scim/paging.ts';

export interface StoredGroup {
  readonly id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly role: DirectoryGroup['role'];
  readonly workspaces: DirectoryGroup['workspaces'];
  readonly created_at: number;
  readonly updated_at: number;
  readonly member_count: number;
}

export async function insertGroup(
  { db, organizationId }: OrganizationScope,
  group: Omit<Insertable<Tables['directory_groups']>, 'organization_id'>,
): Promise<void> {
  await db
    .insertInto('directory_groups')
    .values({ ...group, organization_id: organizationId })
    .execute();
}

export function findGroup(scope: OrganizationScope, id: string): Promise<StoredGroup | undefined> {
  return groupsOf(scope).where('g.id', '=', id).executeTakeFirst();
}

/** Another group with the external id, which is compared with its case (D-SCIM-5, D-SCIM-8). */
export function findGroupNamesake(
  scope: OrganizationScope,
  externalId: string,
): Promise<StoredGroup | undefined> {
  return groupsOf(scope).where('g.external_id', '=', externalId).executeTakeFirst();
}

/** Newest first. `userId`: of this person only. */
export function findGroupList(
  scope: OrganizationScope,
  userId: string | undefined,
  page: PageRequest,
): Promise<Page<StoredGroup>> {
  const groups = groupsOf(scope);
  if (userId === undefined) return readPage(groups, 'g.id', page);
  const ofMember = groups.where((eb) =>
    eb.exists(
      eb
        .selectFrom('directory_group_members as m')
        .select('m.user_id')
        .whereRef('m.group_id', '=', 'g.id')
        .where('m.user_id', '=', userId),
    ),
  );
  return readPage(ofMember, 'g.id', page);
}

/** Groups by id, with how many there are of all. */
export async function findScimGroups(
  scope: OrganizationScope,
  conditions: readonly Condition<GroupFilterAttribute>[],
  { startIndex, count }: ScimPage,
): Promise<{ readonly groups: readonly StoredGroup[]; readonly total: number }> {
  const found = conditions.reduce((groups, condition) => groups.where(holds(condition)), groupsOf(scope));
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const page = found
    .orderBy('g.id')
    .limit(count)
    .offset(startIndex - 1);
  return { groups: count === 0 ? [] : await page.execute(), total };
}

export async function setGroup(
  { db, organizationId }: OrganizationScope,
  id: string,
  change: Updateable<Tables['directory_groups']>,
): Promise<void> {
  const group = db.updateTable('directory_groups').set(change).where('organization_id', '=', organizationId);
  await group.where('id', '=', id).execute();
}

/** With its members. */
export async function deleteGroupRow({ db, organizationId }: OrganizationScope, id: string): Promise<void> {
  const group = db.deleteFrom('directory_groups').where('organization_id', '=', organizationId);
  await group.where('id', '=', id).execute();
}

function holds({ attribute, value }: Condition<GroupFilterAttribute>) {
  switch (attribute) {
    case 'id':
      return sql<boolean>`g.id = ${value}`;
    case 'externalId':
      return sql<boolean>`g.external_id = ${value}`;
    case 'displayName':
      return sql<boolean>`lower(g.display_name) = lower(${value})`;
  }
}

function groupsOf({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('directory_groups as g')
    .select((eb) => [
      'g.id',
      'g.display_name',
      'g.external_id',
      'g.role',
      'g.workspaces',
      'g.created_at',
      'g.updated_at',
      eb
        .selectFrom('directory_group_members as m')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('m.group_id', '=', 'g.id')
        .$asScalar()
        .$notNull()
        .as('member_count'),
    ])
    .where('g.organization_id', '=', organizationId);
}

/** For the audit log. */
export const groupNames: ResourceNames = ({ organizationId }) =>
  sql`select id, display_name from directory_groups where organization_id = ${organizationId}`;
