import type { Kysely } from 'kysely';
import type { Tables } from '#store';

export async function putOwnerLink(
  trx: Kysely<Tables>,
  link: {
    readonly fingerprint: Buffer;
    readonly organizationId: string;
    readonly userId: string;
    readonly expiresAtMs: number;
  },
): Promise<void> {
  const content = {
    fingerprint: link.fingerprint,
    organization_id: link.organizationId,
    expires_at: link.expiresAtMs,
  };
  await trx
    .insertInto('owner_links')
    .values({ ...content, user_id: link.userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(content))
    .execute();
}

/** While it can be used: the person still is the primary owner it was made for. */
export function findOwnerLink(db: Kysely<Tables>, fingerprint: Buffer, nowMs: number) {
  return db
    .selectFrom('owner_links as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .innerJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'o.id').onRef('m.user_id', '=', 'u.id'),
    )
    .select(['o.name as organization', 'u.id as userId', 'u.name', 'u.email', 'l.expires_at'])
    .where('l.fingerprint', '=', fingerprint)
    .where('l.expires_at', '>', nowMs)
    .where('m.role', '=', 'primary_owner')
    .executeTakeFirst();
}

/** False when it was used or taken away meanwhile. */
export async function deleteOwnerLink(
  trx: Kysely<Tables>,
  fingerprint: Buffer,
  nowMs: number,
): Promise<boolean> {
  const used = trx
    .deleteFrom('owner_links')
    .where('fingerprint', '=', fingerprint)
    .where('expires_at', '>', nowMs);
  return (await used.executeTakeFirst()).numDeletedRows > 0n;
}

export async function dropOwnerLink(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('owner_links').where('user_id', '=', userId).execute();
}

export async function setPerson(
  trx: Kysely<Tables>,
  userId: string,
  person: { readonly name: string; readonly email: string },
): Promise<void> {
  await trx.updateTable('users').set(person).where('id', '=', userId).execute();
}

export async function findEmail(trx: Kysely<Tables>, userId: string): Promise<string> {
  return (await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
    .email;
}

export async function findPrimaryOwner(db: Kysely<Tables>, organizationId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.account', 'm.status'])
    .where('m.organization_id', '=', organizationId)
    .where('m.role', '=', 'primary_owner')
    .executeTakeFirst();
}
