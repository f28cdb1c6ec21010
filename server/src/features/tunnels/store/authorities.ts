import type { Kysely } from 'kysely';
import type { Tables } from '#store';

const ID = 1;

export interface StoredAuthority {
  readonly certificate_pem: string;
  readonly sealed_key: Buffer;
}

export function findAuthority(db: Kysely<Tables>): Promise<StoredAuthority | undefined> {
  return db
    .selectFrom('tunnel_authorities')
    .select(['certificate_pem', 'sealed_key'])
    .where('id', '=', ID)
    .executeTakeFirst();
}

/** Does nothing if another node was first. */
export async function insertAuthority(
  db: Kysely<Tables>,
  authority: StoredAuthority,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('tunnel_authorities')
    .values({ id: ID, ...authority, created_at: nowMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
