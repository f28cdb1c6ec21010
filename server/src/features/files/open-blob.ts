import type { Readable } from 'node:stream';
import { BlobMissing, type BlobRange, type BlobStore } from '#blobs';
import { ApiError } from '@svc/contract';

export interface OpenBlobOptions {
  /** The request field that names the file. */
  readonly param: string;
  readonly range?: BlobRange;
}

/** The bytes of a file whose row was found. Throws 404 `file_not_found` if it was deleted since: the bytes are removed soon after the row. */
export async function openBlob(
  blobs: BlobStore,
  key: string,
  { param, range }: OpenBlobOptions,
): Promise<Readable> {
  try {
    return await blobs.get(key, range);
  } catch (cause) {
    if (cause instanceof BlobMissing) throw new ApiError('file_not_found', { param, cause });
    throw cause;
  }
}
