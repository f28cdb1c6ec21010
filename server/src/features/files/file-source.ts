import type { BlobStore } from '#blobs';
import { ApiError } from '@svc/contract';
import type { FileSource } from '#content';
import type { WorkspaceScope } from '#store';
import { openBlob } from './open-blob.ts';
import { findFile } from './store/file-rows.ts';

/** The files of a workspace as model calls use them (MSG-74, D-54, D-FILE-9). */
export function fileSource(blobs: BlobStore, scope: WorkspaceScope, nowMs: () => number): FileSource {
  return {
    async open(fileId, { purpose, limitBytes, path, signal }) {
      const file = await findFile(scope, fileId, nowMs());
      if (!file) throw new ApiError('file_not_found', { param: path });
      if (file.status === 'processing') {
        throw new ApiError('resource_conflict', {
          param: path,
          message: 'The file is still being prepared. Wait until its status is ready.',
        });
      }
      if (file.status === 'failed' || file.purpose !== purpose) {
        throw unsupported(
          path,
          file.status === 'failed'
            ? `The file could not be prepared (${file.status_detail}). Upload it again.`
            : `The file was uploaded for ${file.purpose}. Upload it for ${purpose} to use it here.`,
        );
      }
      const { text_blob_key: textKey } = file;
      if (textKey !== null) {
        return {
          format: 'reading',
          sizeBytes: file.bytes,
          stream: await openBlob(blobs, textKey, { param: path }),
        };
      }
      if (file.bytes > limitBytes)
        throw unsupported(
          path,
          `The file is too large for a request. Use one of at most ${limitBytes} bytes.`,
        );
      signal.throwIfAborted();
      return {
        format: 'bytes',
        sizeBytes: file.bytes,
        stream: await openBlob(blobs, file.blob_key, { param: path }),
      };
    },
  };
}

function unsupported(path: string, message: string): ApiError {
  return new ApiError('unsupported_content', { param: path, message });
}
