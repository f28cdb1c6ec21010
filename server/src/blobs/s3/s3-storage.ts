import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import type { S3StorageConfig } from '#config';
import type { BlobStoreUnavailable } from '../blob-errors.ts';
import { BLOB_KEY_PREFIX, isBlobKey } from '../blob-key.ts';
import type { ListedObject, ObjectStorage, StoredObject } from '../object-storage.ts';
import { errorName, S3Bucket } from './s3-bucket.ts';
import { openS3Object } from './s3-object.ts';
import { S3Upload } from './s3-upload.ts';

/** Blobs as objects of a bucket, by their keys. The service is not contacted before the first operation. */
export class S3Storage implements ObjectStorage {
  readonly #bucket: S3Bucket;

  constructor(config: S3StorageConfig) {
    this.#bucket = new S3Bucket(config);
  }

  write(key: string, content: AsyncIterable<readonly Buffer[]>): Promise<void> {
    return new S3Upload(this.#bucket, key).write(content);
  }

  open(key: string): Promise<StoredObject> {
    return openS3Object(this.#bucket, key);
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand({ Bucket: this.#bucket.name, Key: key });
    await this.#bucket.run((client) => client.send(command));
  }

  async *list(after?: string): AsyncGenerator<ListedObject> {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket.name,
        Prefix: BLOB_KEY_PREFIX,
        StartAfter: after,
        ContinuationToken: token,
      });
      const page = await this.#bucket.run((client) => client.send(command));
      for (const { Key: key, Size: sizeBytes, LastModified } of page.Contents ?? [])
        if (key !== undefined && isBlobKey(key) && sizeBytes !== undefined && LastModified)
          yield { key, sizeBytes, modifiedAtMs: LastModified.getTime() };
      token = page.NextContinuationToken;
    }
  }

  async removeUnfinished(beforeMs: number): Promise<number> {
    let removed = 0;
    for await (const { Key, UploadId, Initiated } of this.#uploads()) {
      if (!Initiated || Initiated.getTime() >= beforeMs) continue;
      const command = new AbortMultipartUploadCommand({ Bucket: this.#bucket.name, Key, UploadId });
      await this.#bucket.run((client) => client.send(command)).catch(passIfAborted);
      removed++;
    }
    return removed;
  }

  async *#uploads(): AsyncGenerator<MultipartUpload> {
    for (let marker: object | undefined = {}; marker;) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket: this.#bucket.name,
        Prefix: BLOB_KEY_PREFIX,
        ...marker,
      });
      const page = await this.#bucket.run((client) => client.send(command));
      yield* page.Uploads ?? [];
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
  }
}

/** Another node may abort the same one, or its own node may have completed it. */
function passIfAborted(error: BlobStoreUnavailable): void {
  if (errorName(error.cause) !== 'NoSuchUpload') throw error;
}
