import type { Kysely } from 'kysely';
import type { OrganizationScope, Tables } from '#store';

export interface Subject {
  readonly connectionId: string;
  readonly subject: string;
}

/** Whom the connection knows by the subject. */
export async function findLinked(db: Kysely<Tables>, { connectionId, subject }: Subject) {
  const link = db
    .selectFrom('sso_links')
    .select('user_id')
    .where('connection_id', '=', connectionId)
    .where('subject', '=', subject);
  return (await link.executeTakeFirst())?.user_id;
}

/**
 * The same while the connection is active. It stays so until the transaction ends: whoever disables the connection waits, and then ends
 * what the transaction began. The link is written to behind it, so two sign-ins of a person must not share it; first the connection, as
 * whoever changes that and then deletes links.
 */
export async function holdLink(trx: Kysely<Tables>, { connectionId, subject }: Subject) {
  const link = trx
    .selectFrom('sso_links as l')
    .innerJoin('sso_connections as c', 'c.id', 'l.connection_id')
    .select('l.user_id')
    .where('l.connection_id', '=', connectionId)
    .where('l.subject', '=', subject)
    .where('c.status', '=', 'active')
    .forShare('c')
    .forNoKeyUpdate('l');
  return (await link.executeTakeFirst())?.user_id;
}

/** Forgets everybody whom the connection knows. */
export async function deleteLinks(db: Kysely<Tables>, connectionId: string): Promise<void> {
  await db.deleteFrom('sso_links').where('connection_id', '=', connectionId).execute();
}

/** False when the connection knows the person by another subject. */
export async function insertLink(
  db: Kysely<Tables>,
  { connectionId, subject, userId }: Subject & { readonly userId: string },
  nowMs: number,
): Promise<boolean> {
  const inserted = db
    .insertInto('sso_links')
    .values({ connection_id: connectionId, subject, user_id: userId, created_at: nowMs })
    .onConflict((conflict) => conflict.doNothing());
  return ((await inserted.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether the person has signed in since then by a connection of the organization that is active now (SSO-14). */
export async function hasSignedOnSince(
  { db, organizationId }: OrganizationScope,
  userId: string,
  sinceMs: number,
): Promise<boolean> {
  const link = db
    .selectFrom('sso_links as l')
    .innerJoin('sso_connections as c', 'c.id', 'l.connection_id')
    .select('l.user_id')
    .where('c.organization_id', '=', organizationId)
    .where('c.status', '=', 'active')
    .where('l.user_id', '=', userId)
    .where('l.signed_in_at', '>', sinceMs);
  return (await link.executeTakeFirst()) !== undefined;
}
