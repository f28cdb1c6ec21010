import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';
import type { FileRow } from './file-rows.ts';

/** A blob as the row that names it knows it. */
export type NamedBlob = Pick<FileRow, 'id' | 'workspace_id' | 'blob_key' | 'bytes' | 'status'>;

/** The blobs that rows name, of all workspaces, in the order of their keys; those behind `after`. */
export function findNamedBlobs(
  db: Kysely<Tables>,
  after: string | undefined,
  most: number,
): Promise<NamedBlob[]> {
  const files = db
    .selectFrom('files')
    .select(['id', 'workspace_id', 'blob_key', 'bytes', 'status'])
    .orderBy('blob_key')
    .limit(most);
  return (after === undefined ? files : files.where('blob_key', '>', after)).execute();
}

/** Those of the keys that a row names. */
export async function selectNamed(db: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('files').select('blob_key').where('blob_key', 'in', keys).execute();
  return new Set(rows.map(({ blob_key: key }) => key));
}

/** Those of the keys whose removal waits as an open job of the kind. */
export async function selectAwaitingRemoval(
  db: Kysely<Tables>,
  kind: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select removal.key from jobs cross join lateral jsonb_array_elements_text(payload -> 'keys') as removal (key)
    where kind = ${kind} and failed_at is null and removal.key in (${sql.join(keys)})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Those of the files that must have bytes: nothing reads those of a file that failed, and an upload is still to bring its own. */
export async function selectNeedingBytes(db: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('status', 'in', ['processing', 'ready'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Files that wait to be prepared although no open job of the kind does it. */
export async function findUnattended(db: Kysely<Tables>, kind: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('status', '=', 'processing')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.key', '=', 'files.id')
            .where('kind', '=', kind)
            .where('failed_at', 'is', null),
        ),
      ),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Uploads whose lease ended before a time and which were not removed. */
export async function findLapsedUploads(
  db: Kysely<Tables>,
  beforeMs: number,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('status', '=', 'uploading')
    .where('lease_ends_at', '<', beforeMs)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the first organization was made, before which nothing in the database was. Undefined: there is none. */
export async function findBeginning(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Files of which nothing can be read any more. Returns how many were not `failed` before. */
export async function failFiles(db: Kysely<Tables>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ status: 'failed', status_detail: 'processing_error' })
    .where('id', 'in', ids)
    .where('status', 'in', ['processing', 'ready'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
