import type { Kysely } from 'kysely';
import type { Tables } from '#store';

export interface StoredSigningKey {
  readonly generation: number;
  readonly kid: string;
  readonly public_key: Tables['token_signing_keys']['public_key']['__select__'];
  readonly sealed_private_key: Buffer;
  readonly created_at: number;
  /** When the next one took over; null for the newest. */
  readonly succeeded_at: number | null;
}

/** The keys that still verify, newest first: few, whatever their age. */
export async function loadSigningKeys(
  db: Kysely<Tables>,
  succeededAfterMs: number,
): Promise<StoredSigningKey[]> {
  return db
    .selectFrom('token_signing_keys as k')
    .leftJoin('token_signing_keys as next', (join) =>
      join.on(({ eb, ref }) => eb('next.generation', '=', eb(ref('k.generation'), '+', 1))),
    )
    .select([
      'k.generation',
      'k.kid',
      'k.public_key',
      'k.sealed_private_key',
      'k.created_at',
      'next.created_at as succeeded_at',
    ])
    .where((eb) => eb.or([eb('next.created_at', 'is', null), eb('next.created_at', '>', succeededAfterMs)]))
    .orderBy('k.generation', 'desc')
    .execute();
}

/** Nothing happens where another node made the key of this generation first. */
export async function insertSigningKey(
  db: Kysely<Tables>,
  key: Omit<StoredSigningKey, 'succeeded_at'>,
): Promise<void> {
  await db
    .insertInto('token_signing_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('generation').doNothing())
    .execute();
}

/** Keys of generations before this one. */
export async function dropSigningKeysBefore(db: Kysely<Tables>, generation: number): Promise<void> {
  await db.deleteFrom('token_signing_keys').where('generation', '<', generation).execute();
}
