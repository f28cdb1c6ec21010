/** Encrypted storage of file contents, in a folder or an S3 bucket. */
export { newBlobKey } from './blob-key.ts';
export {
  BlobDamaged,
  BlobKeyUnavailable,
  BlobMissing,
  BlobStoreUnavailable,
  BlobTooLarge,
} from './blob-errors.ts';
export type * from './blob-store.ts';
export { blobKeys, blobPath, isBlobPath, newestBlobKeys } from './local/blob-path.ts';
export type * from './object-storage.ts';
export { fileFolder, openBlobStore } from './open-blob-store.ts';
export { SealedBlobStore } from './sealed-blob-store.ts';
