import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** The one link of an operator; an earlier one stops. */
export async function putLink(
  db: Kysely<Tables>,
  link: { readonly operatorId: string; readonly fingerprint: Buffer; readonly expiresAtMs: number },
): Promise<void> {
  const content = { fingerprint: link.fingerprint, expires_at: link.expiresAtMs };
  await db
    .insertInto('operator_links')
    .values({ ...content, operator_id: link.operatorId })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(content))
    .execute();
}

export function findLink(db: Kysely<Tables>, fingerprint: Buffer, nowMs: number) {
  return db
    .selectFrom('operator_links as l')
    .innerJoin('operators as o', 'o.id', 'l.operator_id')
    .select(['o.id', 'o.email', 'o.role', 'l.expires_at'])
    .where('l.fingerprint', '=', fingerprint)
    .where('l.expires_at', '>', nowMs)
    .where('o.removed_at', 'is', null)
    .executeTakeFirst();
}

/** False when somebody else used it at the same moment. */
export async function consumeLink(db: Kysely<Tables>, fingerprint: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_links')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
