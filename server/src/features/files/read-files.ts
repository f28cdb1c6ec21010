import { ApiError, type FileQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import type { WorkspaceScope } from '#store';
import { toFileObject } from './file-object.ts';
import { findFile, findFiles, type StoredFile } from './store/file-rows.ts';

/** What a file looks like to the caller. */
export type ToObject = (file: StoredFile) => object;

/** D-FILE-1. */
export function listFiles(
  scope: WorkspaceScope,
  query: FileQuery,
  nowMs: number,
  toObject: ToObject = toFileObject,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findFiles(scope, query, nowMs, page),
    hasPlace: isWellFormedId('file'),
    toItem: toObject,
    idOf: ({ id }) => id,
  });
}

export async function readFile(
  scope: WorkspaceScope,
  id: string,
  nowMs: number,
  toObject: ToObject = toFileObject,
): Promise<object> {
  return toObject(await requireFile(scope, id, nowMs));
}

/** Throws 404 `file_not_found` for one of another workspace, and from its `expires_at` on (FILE-28, FILE-31, D-FILE-7). */
export async function requireFile(
  scope: WorkspaceScope,
  id: string,
  nowMs: number,
  options: { readonly lock?: boolean; readonly param?: string } = {},
): Promise<StoredFile> {
  const file = await findFile(scope, id, nowMs, options);
  if (!file) throw new ApiError('file_not_found', { param: options.param ?? 'file_id' });
  return file;
}
