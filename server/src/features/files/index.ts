/** Files: uploaded once, used by id, deleted on expiry (platform contract §2.7, §3.4, §4.7). */
export { checkFiles, type FilesFinding } from './consistency/check-files.ts';
export { enqueueBlobRemoval } from './remove-blobs.ts';
export { readForm, type FormReceiver } from './read-form.ts';
export { UploadDigest } from './upload-digest.ts';
export { unknownPart } from './upload-fields.ts';
export { ScannerUnavailable } from './scanner/clamd-connection.ts';
export { pingClamd } from './scanner/clamd.ts';
export { filesModule } from './files-module.ts';
export { requireFile } from './read-files.ts';
export { storeFile, type StoreFileDeps } from './store-file.ts';
export { UploadLeases } from './upload-leases.ts';
export { openFiles } from './open-files.ts';
