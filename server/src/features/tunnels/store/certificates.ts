import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import { readPage, type Page, type PageRequest, type Tables } from '#store';

export type StoredCertificate = Selectable<Tables['tunnel_certificates']>;

// Callers have found the tunnel in its workspace.

export function findCertificate(
  db: Kysely<Tables>,
  tunnelId: string,
  id: string,
): Promise<StoredCertificate | undefined> {
  return certificatesOf(db, tunnelId).where('id', '=', id).executeTakeFirst();
}

export function findCertificates(
  db: Kysely<Tables>,
  tunnelId: string,
  page: PageRequest,
): Promise<Page<StoredCertificate>> {
  return readPage(certificatesOf(db, tunnelId), 'id', page);
}

export async function countActiveCertificates(
  db: Kysely<Tables>,
  tunnelId: string,
  nowMs: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('tunnel_certificates')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tunnel_id', '=', tunnelId)
    .where('revoked_at', 'is', null)
    .where('not_after_at', '>', nowMs)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCertificate(
  db: Kysely<Tables>,
  certificate: Omit<Insertable<Tables['tunnel_certificates']>, 'revoked_at' | 'last_used_at'>,
): Promise<void> {
  await db
    .insertInto('tunnel_certificates')
    .values({ ...certificate, revoked_at: null, last_used_at: null })
    .execute();
}

/** Revokes one or all certificates of the tunnel. Revoked ones are not changed. */
export async function revokeCertificates(
  db: Kysely<Tables>,
  tunnelId: string,
  nowMs: number,
  id?: string,
): Promise<void> {
  let certificates = db
    .updateTable('tunnel_certificates')
    .set({ revoked_at: nowMs })
    .where('tunnel_id', '=', tunnelId)
    .where('revoked_at', 'is', null);
  if (id !== undefined) certificates = certificates.where('id', '=', id);
  await certificates.execute();
}

function certificatesOf(db: Kysely<Tables>, tunnelId: string) {
  return db.selectFrom('tunnel_certificates').selectAll().where('tunnel_id', '=', tunnelId);
}
