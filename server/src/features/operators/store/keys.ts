import type { Kysely, Selectable } from 'kysely';
import type { OperatorRole } from '@svc/contract';
import { readPage, type Page, type PageRequest, type Tables } from '#store';

export type StoredOperatorKey = Selectable<Tables['operator_keys']>;

export async function insertOperatorKey(
  db: Kysely<Tables>,
  key: {
    readonly id: string;
    readonly name: string;
    readonly role: OperatorRole;
    readonly fingerprint: Buffer;
    readonly prefix: string;
    readonly allowed_ips: string[];
    readonly created_by: string | null;
  },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('operator_keys')
    .values({ ...key, created_at: nowMs, used_at: null, revoked_at: null })
    .execute();
}

/** Revoked ones included: their callers are told. */
export function findKeyByFingerprint(
  db: Kysely<Tables>,
  fingerprint: Buffer,
): Promise<StoredOperatorKey | undefined> {
  return db.selectFrom('operator_keys').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst();
}

/** Those that were not revoked. */
export function findOperatorKeys(db: Kysely<Tables>, page: PageRequest): Promise<Page<StoredOperatorKey>> {
  return readPage(current(db), 'id', page);
}

export function findOperatorKey(db: Kysely<Tables>, id: string): Promise<StoredOperatorKey | undefined> {
  return current(db).where('id', '=', id).executeTakeFirst();
}

function current(db: Kysely<Tables>) {
  return db.selectFrom('operator_keys').selectAll().where('revoked_at', 'is', null);
}

/** False when it was revoked at the same moment. */
export async function setKeyRevoked(db: Kysely<Tables>, id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_keys')
    .set({ revoked_at: nowMs })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteKeyUse(db: Kysely<Tables>, id: string, nowMs: number): Promise<void> {
  await db.updateTable('operator_keys').set({ used_at: nowMs }).where('id', '=', id).execute();
}
