import { sql } from 'kysely';
import type { OrganizationUpdate } from '@svc/contract';
import type { OrganizationScope } from '#store';

/** With its primary owner and its active connections to identity providers. */
export function loadOrganization({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('organizations as o')
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'o.id').on('m.role', '=', 'primary_owner'),
    )
    .selectAll('o')
    .select('m.user_id as primary_owner_id')
    .select((eb) =>
      eb
        .selectFrom('sso_connections as c')
        .select(sql<string[]>`coalesce(jsonb_agg(c.id order by c.id), '[]')`.as('ids'))
        .whereRef('c.organization_id', '=', 'o.id')
        .where('c.status', '=', 'active')
        .$asScalar()
        .as('connection_ids'),
    )
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
}

/** What is undefined stays. */
export async function setOrganization(
  { db, organizationId }: OrganizationScope,
  { sso, ...settings }: OrganizationUpdate,
): Promise<void> {
  const row = { ...settings, sso_required: sso?.required };
  await db.updateTable('organizations').set(row).where('id', '=', organizationId).execute();
}
