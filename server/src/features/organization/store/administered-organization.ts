import type { OrganizationUpdate } from '@svc/contract';
import type { OrganizationScope } from '#store';

export function loadOrganization({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('organizations as o')
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'o.id').on('m.role', '=', 'primary_owner'),
    )
    .selectAll('o')
    .select('m.user_id as primary_owner_id')
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
}

/** What is undefined stays. */
export async function setOrganization(
  { db, organizationId }: OrganizationScope,
  update: OrganizationUpdate,
): Promise<void> {
  await db.updateTable('organizations').set(update).where('id', '=', organizationId).execute();
}
