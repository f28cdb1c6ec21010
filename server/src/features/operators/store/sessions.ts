import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** Also keeps when its operator signed in, which outlasts it. */
export async function insertSession(
  db: Kysely<Tables>,
  session: {
    readonly id: string;
    readonly fingerprint: Buffer;
    readonly operatorId: string;
    /** Of the provider at which it began. */
    readonly issuer: string | null;
    readonly expiresAtMs: number;
  },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('operator_sessions')
    .values({
      id: session.id,
      fingerprint: session.fingerprint,
      operator_id: session.operatorId,
      issuer: session.issuer,
      created_at: nowMs,
      used_at: nowMs,
      expires_at: session.expiresAtMs,
    })
    .execute();
  await db
    .updateTable('operators')
    .set({ signed_in_at: nowMs })
    .where('id', '=', session.operatorId)
    .execute();
}

/** What a session must be to live now. */
export interface Living {
  readonly nowMs: number;
  readonly usedSinceMs: number;
  /** Of the provider in the configuration; null: there is none. Sessions that began at another one have ended. */
  readonly issuer: string | null;
}

/** With its operator, while it lives. */
export function loadSession(
  db: Kysely<Tables>,
  by: { readonly fingerprint: Buffer } | { readonly id: string },
  { nowMs, usedSinceMs, issuer }: Living,
) {
  const session = db
    .selectFrom('operator_sessions as s')
    .innerJoin('operators as o', 'o.id', 's.operator_id')
    .select(['s.id', 's.used_at', 'o.id as operator_id', 'o.email', 'o.name', 'o.role'])
    .where('s.expires_at', '>', nowMs)
    .where('s.used_at', '>', usedSinceMs)
    .where((eb) => eb.or([eb('s.issuer', 'is', null), eb('s.issuer', '=', issuer)]))
    .where('o.removed_at', 'is', null);
  const found =
    'id' in by ? session.where('s.id', '=', by.id) : session.where('s.fingerprint', '=', by.fingerprint);
  return found.executeTakeFirst();
}

export async function noteSessionUse(db: Kysely<Tables>, id: string, nowMs: number): Promise<void> {
  await db.updateTable('operator_sessions').set({ used_at: nowMs }).where('id', '=', id).execute();
}

export async function deleteSession(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('id', '=', id).execute();
}

export async function deleteSessionsOf(db: Kysely<Tables>, operatorId: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('operator_id', '=', operatorId).execute();
}

/** Sessions and links that have ended. */
export async function dropEnded(
  db: Kysely<Tables>,
  { nowMs, usedSinceMs }: Pick<Living, 'nowMs' | 'usedSinceMs'>,
): Promise<void> {
  await db
    .deleteFrom('operator_sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', nowMs), eb('used_at', '<=', usedSinceMs)]))
    .execute();
  await db.deleteFrom('operator_links').where('expires_at', '<=', nowMs).execute();
}
