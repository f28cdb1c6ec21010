import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

// Any constant that no one else locks.
const PROVISIONING_LOCK = 7_305_801;

/** Waits until no other process provisions, and keeps others waiting until the transaction ends. */
export async function lockProvisioning(trx: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PROVISIONING_LOCK}::bigint)`.execute(trx);
}
