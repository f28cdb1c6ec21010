import { sql, type Selectable } from 'kysely';
import type { FileQuery } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import {
  readPage,
  type Page,
  type PageRequest,
  type Tables,
  type WorkspaceScope,
  type OrganizationScope,
} from '#store';

export type FileRow = Selectable<Tables['files']>;

/** A file that is visible to callers: its upload is complete. */
export interface StoredFile extends FileRow {
  readonly status: Exclude<FileRow['status'], 'uploading'>;
}

/** Keys of all blobs of a file. */
/** Where the bytes of a file are, and its text. */
export type BlobKeys = Pick<StoredFile, 'organization_id' | 'blob_key' | 'text_blob_key'>;

export function blobKeysOf({ blob_key: bytes, text_blob_key: text }: BlobKeys): string[] {
  return text === null ? [bytes] : [bytes, text];
}

/** A file that has not expired; with `lock` its row is locked until the transaction ends. */
export async function findFile(
  scope: WorkspaceScope,
  id: string,
  nowMs: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredFile | undefined> {
  const file = filesOf(scope, nowMs).where('id', '=', id);
  return (await (lock ? file.forUpdate() : file).executeTakeFirst()) as StoredFile | undefined;
}

export async function findFiles(
  scope: WorkspaceScope,
  { purpose, status, source }: Pick<FileQuery, 'purpose' | 'status' | 'source'>,
  nowMs: number,
  page: PageRequest,
): Promise<Page<StoredFile>> {
  let files = filesOf(scope, nowMs);
  if (purpose !== undefined) files = files.where('purpose', '=', purpose);
  if (status !== undefined) files = files.where('status', '=', status);
  if (source !== undefined) files = files.where('source', '=', source);
  return (await readPage(files, 'id', page)) as Page<StoredFile>;
}

export async function deleteFileRow(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.db
    .deleteFrom('files')
    .where('organization_id', '=', scope.organizationId)
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** A batch copies its input while it is validated (D-BATCH-9). */
export async function isBeingRead({ db, workspaceId }: WorkspaceScope, id: string): Promise<boolean> {
  const batch = db
    .selectFrom('batches')
    .select('id')
    .where('input_file_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'validating');
  return (await batch.executeTakeFirst()) !== undefined;
}

function filesOf({ db, organizationId, workspaceId }: WorkspaceScope, nowMs: number) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'uploading')
    .where('expires_at', '>', nowMs);
}

/** For the audit log. */
export const fileNames: ResourceNames = ({ organizationId }) =>
  sql`select id, filename as name from files where organization_id = ${organizationId}`;

/** Whether the workspace has any. */
export async function hasFiles(
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<boolean> {
  const one = db
    .selectFrom('files')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
