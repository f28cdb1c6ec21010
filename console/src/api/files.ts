import { queryOptions } from '@tanstack/react-query';
import type { FileObject, FilePurpose, FileStatus } from '@svc/contract';
import { addressOf, call } from './console-api.ts';
import { filesOf } from './transfers.ts';
import { listOptions } from './pages.ts';

export interface FileFilters {
  readonly purpose?: FilePurpose;
  readonly status?: FileStatus;
}

/** Prefix of everything about files in the cache. */
export const FILES = ['files'] as const;

/** So much of a text is shown. */
export const PREVIEW_TEXT_BYTES = 65_536;
/** What `vision` takes: nothing in them runs, as it would in an SVG. */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const PREVIEW_IMAGE_BYTES = 20_971_520;

export function fileList(workspaceId: string, filters: FileFilters) {
  return listOptions<FileObject>([...FILES, workspaceId, 'list', filters], (page, options) =>
    call('listFiles', { path: { workspace_id: workspaceId }, query: { ...filters, ...page }, ...options }),
  );
}

export function fileQuotaOptions(workspaceId: string) {
  return queryOptions({
    queryKey: [...FILES, workspaceId, 'quota'],
    queryFn: ({ signal }) => call('readFileQuota', { path: { workspace_id: workspaceId }, signal }),
  });
}

/** What may be shown of a file, if anything. */
export function previewKind({ status, mime_type: type, bytes }: FileObject): 'image' | 'text' | undefined {
  if (status !== 'ready') return undefined;
  if (IMAGES.has(type)) return bytes <= PREVIEW_IMAGE_BYTES ? 'image' : undefined;
  return /^text\/|^application\/(json|jsonl|x-ndjson)\b/.test(type) ? 'text' : undefined;
}

/** The image, as a blob of one of the four types; or the beginning of the text. */
export function previewOptions({ id, workspace_id: workspaceId, mime_type: type, ...file }: FileObject) {
  const isImage = previewKind({ id, workspace_id: workspaceId, mime_type: type, ...file }) === 'image';
  return queryOptions({
    queryKey: [...FILES, workspaceId, 'preview', id],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const range = isImage ? undefined : { start: 0, end: PREVIEW_TEXT_BYTES };
      const content = await filesOf(workspaceId).content(id, { signal, range });
      return isImage ? new Blob([await content.arrayBuffer()], { type }) : content.text();
    },
  });
}

/** Where the browser downloads it from: an attachment, whatever it is. */
export function contentUrl({
  id,
  workspace_id: workspaceId,
}: Pick<FileObject, 'id' | 'workspace_id'>): string {
  return addressOf('readFileContent', { workspace_id: workspaceId, file_id: id });
}
