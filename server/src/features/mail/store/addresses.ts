import type { Kysely } from 'kysely';
import type { Tables } from '#store';

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
