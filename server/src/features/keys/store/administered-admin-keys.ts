import type { Selectable } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import type { MemberStatus } from '#features/organization';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';

/** An admin key with its creator. */
export type AdministeredAdminKey = Selectable<Tables['admin_keys']> & {
  readonly email: string;
  readonly member_role: OrganizationRole | null;
  readonly member_status: MemberStatus | null;
};

export function findAdminKeyPage(
  scope: OrganizationScope,
  page: PageRequest,
): Promise<Page<AdministeredAdminKey>> {
  return readPage(adminKeysOf(scope), 'k.id', page);
}

/** An admin key of the organization; with `lock` it stays as it is until the transaction ends. */
export async function findAdminKey(
  scope: OrganizationScope,
  id: string,
  { lock }: { readonly lock: boolean },
): Promise<AdministeredAdminKey | undefined> {
  const key = adminKeysOf(scope).where('k.id', '=', id);
  return (lock ? key.forUpdate('k') : key).executeTakeFirst();
}

/** Without the revoked ones: the status of an admin key is active or inactive (platform contract §2.2). */
function adminKeysOf({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('admin_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .selectAll('k')
    .select(['u.email', 'm.role as member_role', 'm.status as member_status'])
    .where('k.organization_id', '=', organizationId)
    .where('k.status', '<>', 'revoked');
}
