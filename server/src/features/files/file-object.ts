import type { FileObject } from '@svc/contract';
import type { StoredFile } from './store/file-rows.ts';

/** Platform contract §2.7. */
export function toFileObject(file: StoredFile): FileObject {
  return {
    id: file.id,
    object: 'file',
    filename: file.filename,
    purpose: file.purpose,
    bytes: file.bytes,
    mime_type: file.mime_type,
    created_at: toUnixSeconds(file.created_at),
    expires_at: toUnixSeconds(file.expires_at),
    status: file.status,
    status_detail: file.status_detail,
    source: file.source,
    workspace_id: file.workspace_id,
  };
}

function toUnixSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
