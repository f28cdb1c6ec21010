import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

export interface NewsItem {
  readonly id: string;
  readonly organization_id: string;
  readonly type: 'spend.threshold_reached' | 'credits.low_balance';
  readonly data: unknown;
}

/** Events that nobody was mailed yet and nobody else is about to. */
export async function lockUnmailedEvents(trx: Kysely<Tables>, most: number): Promise<NewsItem[]> {
  // As the partial index says it, or every event ever written would be looked at.
  const { rows } = await sql<NewsItem>`
    select id, organization_id, type, data from outbox_events
    where mailed_at is null and type in ('spend.threshold_reached', 'credits.low_balance')
    order by id limit ${sql.lit(most)} for update skip locked`.execute(trx);
  return rows;
}

export async function setMailed(trx: Kysely<Tables>, ids: readonly string[], nowMs: number): Promise<void> {
  await trx.updateTable('outbox_events').set({ mailed_at: nowMs }).where('id', 'in', ids).execute();
}

/** Addresses of active members with one of the roles, by organization. */
export async function findAddresses(
  db: Kysely<Tables>,
  organizationIds: readonly string[],
  roles: readonly Tables['members']['role'][],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.organization_id', 'u.email'])
    .where('m.organization_id', 'in', organizationIds)
    .where('m.role', 'in', roles)
    .where('m.status', '=', 'active')
    .where('u.account', '=', 'enabled')
    .orderBy('u.id')
    .execute();
  const addresses = new Map<string, string[]>();
  for (const { organization_id: id, email } of rows) addresses.set(id, [...(addresses.get(id) ?? []), email]);
  return addresses;
}
