import type { Kysely } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import type { Tables } from '#store';

export interface Home {
  readonly account: 'enabled' | 'disabled';
  /** Null: the person is a member nowhere. */
  readonly organizationId: string | null;
}

/** Whether the person may sign in at all, and the organization they see then: that of their latest session, or their oldest. */
export async function findHome(db: Kysely<Tables>, userId: string): Promise<Home | undefined> {
  const user = await db.selectFrom('users').select('account').where('id', '=', userId).executeTakeFirst();
  if (!user) return undefined;
  const member = await db
    .selectFrom('members as m')
    .select('m.organization_id')
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .orderBy(
      (eb) =>
        eb
          .selectFrom('sessions as s')
          .select((inner) => inner.fn.max('s.updated_at').as('used_at'))
          .whereRef('s.user_id', '=', 'm.user_id')
          .whereRef('s.organization_id', '=', 'm.organization_id'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('m.added_at')
    .orderBy('m.organization_id')
    .limit(1)
    .executeTakeFirst();
  return { account: user.account, organizationId: member?.organization_id ?? null };
}

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: OrganizationRole;
}

/** The organizations a person may choose from, by name. */
export async function findMemberships(db: Kysely<Tables>, userId: string): Promise<Membership[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.name', 'm.role'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
}

/** What others know of a person, who may not choose it as a password. */
export async function findKnownPerson(
  db: Kysely<Tables>,
  userId: string,
): Promise<{ readonly email: string; readonly name: string; readonly organizations: readonly string[] }> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const organizations = (await findMemberships(db, userId)).map(({ name }) => name);
  return { email: user?.email ?? '', name: user?.name ?? '', organizations };
}

export async function setName(db: Kysely<Tables>, userId: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).execute();
}
