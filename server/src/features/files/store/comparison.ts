import { sql, type Kysely } from 'kysely';
import { hasOpenJob } from '#jobs';
import type { Tables } from '#store';
import type { FileRow } from './file-rows.ts';

/** A blob according to the row that refers to it. */
export interface NamedBlob {
  /** Id of the file or plugin. */
  readonly id: string;
  readonly key: string;
  /** Which part of a file it contains, or the bundle of a plugin. */
  readonly part: 'content' | 'text' | 'plugin';
  readonly status: FileRow['status'];
  /** Null: not in the row. */
  readonly bytes: number | null;
}

/** Blobs that rows of all workspaces refer to, in key order, after `after`. */
export async function findNamedBlobs(db: Kysely<Tables>, after: string, most: number): Promise<NamedBlob[]> {
  const { rows } = await sql<NamedBlob>`
    (select id, blob_key as key, 'content' as part, status, bytes
      from files where blob_key > ${after} order by blob_key limit ${most})
    union all
    (select id, text_blob_key, 'text', status, null
      from files where text_blob_key > ${after} order by text_blob_key limit ${most})
    union all
    (select id, blob_key, 'plugin', 'ready', bytes
      from plugins where blob_key > ${after} order by blob_key limit ${most})
    order by key limit ${most}`.execute(db);
  return rows;
}

/** The keys that a row refers to. */
export async function selectNamed(db: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('files')
    .select(['blob_key', 'text_blob_key'])
    .where((eb) => eb.or([eb('blob_key', 'in', keys), eb('text_blob_key', 'in', keys)]))
    .execute();
  const plugins = await selectPluginBlobs(db, keys);
  return new Set([
    ...rows.flatMap(({ blob_key: key, text_blob_key: textKey }) => [key, textKey ?? key]),
    ...plugins,
  ]);
}

async function selectPluginBlobs(db: Kysely<Tables>, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('plugins').select('blob_key').where('blob_key', 'in', keys).execute();
  return rows.map(({ blob_key: key }) => key);
}

/** The keys whose removal is pending as an open job of the kind. */
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

/** Whether the blob must exist: not yet during an upload, a text not during processing, and nothing reads the blobs of a failed file. */
export function isNeeded({ part, status }: Pick<NamedBlob, 'part' | 'status'>): boolean {
  return status === 'ready' || (status === 'processing' && part === 'content');
}

/** The keys whose blob must exist. */
export async function selectNeeded(db: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('files')
    .select(['blob_key', 'text_blob_key', 'status'])
    .where((eb) => eb.or([eb('blob_key', 'in', keys), eb('text_blob_key', 'in', keys)]))
    .execute();
  return new Set([
    ...rows.flatMap(({ blob_key: key, text_blob_key: textKey, status }) => [
      ...(isNeeded({ part: 'content', status }) ? [key] : []),
      ...(textKey !== null && isNeeded({ part: 'text', status }) ? [textKey] : []),
    ]),
    ...(await selectPluginBlobs(db, keys)),
  ]);
}

/** Files that are `processing` without an open job of the kind. */
export async function findUnattended(db: Kysely<Tables>, kind: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('status', '=', 'processing')
    .where(({ not }) => not(hasOpenJob(kind, 'files.id')))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Uploads whose lease ended before a time and that were not removed. */
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

/** When the first organization was created, which is the age of the data in the database. Undefined: there is none. */
export async function findBeginning(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('organizations')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Fails files that can no longer be read. Returns how many were not `failed` before. */
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

/** Makes calls parse documents again whose extracted texts are missing. */
export async function forgetTexts(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('files')
    .set({ text_blob_key: null })
    .where('text_blob_key', 'in', keys)
    .where('status', '=', 'ready')
    .execute();
}
