import type { Kysely } from 'kysely';
import { requiringOrganization } from '#features/organization';
import type { Tables } from '#store';

/** Keeps a connection active until the transaction ends. Disabling it waits for that, and then ends the session that began in it. */
export async function holdConnection(trx: Kysely<Tables>, id: string): Promise<boolean> {
  const active = trx.selectFrom('sso_connections').select('id').where('id', '=', id);
  return (await active.where('status', '=', 'active').forShare().executeTakeFirst()) !== undefined;
}

/** No connection knows the person any more. The next sign-in by one goes by the email, as the first did. */
export async function dropLinks(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('sso_links').where('user_id', '=', userId).execute();
}

/** Whether the person can sign in by a connection alone: not by password, passkey or a link for a new password (SSO-13). */
export async function mustUseConnection(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const user = db
    .selectFrom('users as u')
    .select((eb) => eb.exists(requiringOrganization(eb.ref('u.id'))).as('is_required'))
    .where('u.id', '=', userId);
  return (await user.executeTakeFirst())?.is_required === true;
}

/** Notes a complete sign-in by a connection (SSO-14). */
export async function noteSignOn(
  db: Kysely<Tables>,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('sso_links')
    .set({ signed_in_at: nowMs })
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .execute();
}
