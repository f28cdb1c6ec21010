import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** What active connections have that ends. */
export function findEndingConnections(db: Kysely<Tables>) {
  return db
    .selectFrom('sso_connections')
    .select(['id', 'organization_id', 'name', 'oidc', 'saml'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
}

/** Notes that owners are mailed about an end. False when they were before, also by another node. */
export async function insertEndNotice(
  db: Kysely<Tables>,
  notice: { readonly connectionId: string; readonly subject: string; readonly endsAtMs: number },
): Promise<boolean> {
  const inserted = db
    .insertInto('sso_end_notices')
    .values({ connection_id: notice.connectionId, subject: notice.subject, ends_at: notice.endsAtMs })
    .onConflict((conflict) => conflict.doNothing());
  return ((await inserted.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}
