import type { Kysely } from 'kysely';
import type { KeyRestrictions } from '#exchange';
import type { Tables } from '#store';
import { findRestrictions } from './store/budget-spend.ts';
import { compileRestrictions } from './stored-restrictions.ts';

/** What the credential of a call with this key would say. Work in the background has only the key's id. */
export async function findKeyRestrictions(
  db: Kysely<Tables>,
  keyId: string,
): Promise<KeyRestrictions | null> {
  const key = await findRestrictions(db, keyId);
  return key ? compileRestrictions(key) : null;
}
