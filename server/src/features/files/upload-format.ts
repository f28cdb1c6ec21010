import type { ResourceCaller } from '#features/module';
import { toFileObject } from './file-object.ts';
import type { FormReceiver } from './read-form.ts';
import type { StoredFile } from './store/file-rows.ts';
import type { Upload } from './upload.ts';

/** The form of an upload, and of its answer. */
export interface UploadFormat {
  readonly status: 200 | 201;
  /** What receives the parts, and passes them to the upload as our own form names them. */
  receive(upload: Upload, caller: ResourceCaller): FormReceiver;
  toObject(file: StoredFile): object;
}

/** Our own (platform contract §4.7). */
export const UPLOAD_FORMAT: UploadFormat = {
  status: 201,
  receive: (upload) => upload,
  toObject: toFileObject,
};
