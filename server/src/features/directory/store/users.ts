import { sql, type Selectable } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import type { OrganizationScope, Tables } from '#store';
import type { Condition, UserFilterAttribute } from '../scim/filter.ts';
import type { ScimPage } from '../scim/paging.ts';
import type { UserAttributes } from '../scim/user-attributes.ts';

export type MemberStatus = 'active' | 'suspended' | 'removed';

/** A member as directories see them. `user_name` is null of those whom none keeps. */
export interface StoredMember extends Pick<
  Nullable<Selectable<Tables['directory_users']>>,
  'user_name' | 'external_id' | 'display_name' | 'name' | 'emails' | 'created_at' | 'updated_at'
> {
  readonly id: string;
  readonly email: string;
  /** Of the person. */
  readonly person_name: string;
  readonly role: OrganizationRole;
  readonly status: MemberStatus;
  readonly added_at: number;
}

type Nullable<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

/** Members who were not removed, by id, with how many there are of all. */
export async function findMemberPage(
  scope: OrganizationScope,
  conditions: readonly Condition<UserFilterAttribute>[],
  { startIndex, count }: ScimPage,
): Promise<{ readonly members: readonly StoredMember[]; readonly total: number }> {
  const found = conditions.reduce(
    (members, condition) => members.where(holds(condition, scope.organizationId)),
    currentMembers(scope),
  );
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const page = found
    .orderBy('u.id')
    .limit(count)
    .offset(startIndex - 1);
  return { members: count === 0 ? [] : await page.execute(), total };
}

export function findMember(scope: OrganizationScope, id: string): Promise<StoredMember | undefined> {
  return currentMembers(scope).where('u.id', '=', id).executeTakeFirst();
}

/** As `directory_users_by_primary_email` has it. Not that of the account where the person belongs to other organizations. */
const PRIMARY_EMAIL = sql`lower(jsonb_path_query_first(emails, '$[*] ? (@.primary == true)') ->> 'value')`;

/**
 * Somebody else who has the name, the primary address or the external id of a user (SCIM-05). Each is looked up by its index: one is
 * asked for with every user that a directory sends.
 */
export function findNamesake(
  scope: OrganizationScope,
  {
    attributes,
    email,
    userId,
  }: { readonly attributes: UserAttributes; readonly email: string; readonly userId: string | undefined },
): Promise<StoredMember | undefined> {
  const { userName, externalId } = attributes;
  const { organizationId } = scope;
  const members = currentMembers(scope).where(
    sql<boolean>`u.id in (
      select user_id from directory_users where organization_id = ${organizationId} and lower(user_name) = lower(${userName})
      union all
      select user_id from directory_users where organization_id = ${organizationId} and external_id = ${externalId}
      union all
      select user_id from directory_users where organization_id = ${organizationId} and ${PRIMARY_EMAIL} = lower(${email})
      union all
      select id from users where lower(email) in (lower(${email}), lower(${userName})))`,
  );
  return (userId === undefined ? members : members.where('u.id', '<>', userId)).executeTakeFirst();
}

/** A removed member whom the directory kept: first who had the external id, then who had the name (SCIM-13). */
export function findFormerMember(
  scope: OrganizationScope,
  { userName, externalId }: UserAttributes,
): Promise<StoredMember | undefined> {
  return membersOf(scope)
    .where('m.status', '=', 'removed')
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(d.user_name) = lower(${userName})`,
        ...(externalId === null ? [] : [eb('d.external_id', '=', externalId)]),
      ]),
    )
    .orderBy(sql`d.external_id is not distinct from ${externalId}`, 'desc')
    .orderBy('d.updated_at', 'desc')
    .executeTakeFirst();
}

/** What the directory sent of a member takes the place of what it sent before. */
export async function putAttributes(
  { db, organizationId }: OrganizationScope,
  userId: string,
  { userName, externalId, displayName, name, emails }: UserAttributes,
  nowMs: number,
): Promise<void> {
  const sent = {
    user_name: userName,
    external_id: externalId,
    display_name: displayName,
    name,
    emails,
    updated_at: nowMs,
  };
  await db
    .insertInto('directory_users')
    .values({ organization_id: organizationId, user_id: userId, ...sent, created_at: nowMs })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(sent))
    .execute();
}

/** Who is not kept by a directory yet has the name and address of their account. */
function holds({ attribute, value }: Condition<UserFilterAttribute>, organizationId: string) {
  switch (attribute) {
    case 'id':
      return sql<boolean>`u.id = ${value}`;
    case 'externalId':
      return sql<boolean>`d.external_id = ${value}`;
    case 'userName':
      return sql<boolean>`lower(coalesce(d.user_name, u.email)) = lower(${value}) and u.id in (
        select user_id from directory_users where organization_id = ${organizationId} and lower(user_name) = lower(${value})
        union all
        select id from users where lower(email) = lower(${value}))`;
    case 'displayName':
      return sql<boolean>`lower(case when d.user_id is null then u.name else d.display_name end) = lower(${value})`;
    case 'emails.value':
      return sql<boolean>`case when d.user_id is null then lower(u.email) = lower(${value})
        else exists (select from jsonb_array_elements(d.emails) e where lower(e ->> 'value') = lower(${value})) end`;
  }
}

function currentMembers(scope: OrganizationScope) {
  return membersOf(scope).where('m.status', '<>', 'removed');
}

function membersOf({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('directory_users as d', (join) =>
      join.onRef('d.organization_id', '=', 'm.organization_id').onRef('d.user_id', '=', 'm.user_id'),
    )
    .select([
      'u.id',
      'u.email',
      'u.name as person_name',
      'm.role',
      'm.status',
      'm.added_at',
      'd.user_name',
      'd.external_id',
      'd.display_name',
      'd.name',
      'd.emails',
      'd.created_at',
      'd.updated_at',
    ])
    .where('m.organization_id', '=', organizationId);
}
