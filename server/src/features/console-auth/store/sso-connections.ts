import type { Kysely } from 'kysely';
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
