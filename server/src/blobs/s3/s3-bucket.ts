import type { S3Client } from '@aws-sdk/client-s3';
import type { S3StorageConfig } from '#config';
import { BlobStoreUnavailable } from '../blob-errors.ts';
import { createS3Client } from './s3-client.ts';

/** A bucket and the client for it. */
export class S3Bucket {
  readonly name: string;
  readonly #client: S3Client;

  constructor(config: S3StorageConfig) {
    this.name = config.bucket;
    this.#client = createS3Client(config);
  }

  /** Sends a request. Throws BlobStoreUnavailable with the library's error as its cause; the message contains only the error's name. */
  async run<T>(action: (client: S3Client) => Promise<T>): Promise<T> {
    try {
      return await action(this.#client);
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  unavailable(error: unknown): BlobStoreUnavailable {
    return new BlobStoreUnavailable(`The bucket ${this.name} cannot be used: ${errorName(error)}.`, {
      cause: error,
    });
  }
}

/** The error name of the service, such as `NoSuchKey`, or a system error code. */
export function errorName(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const text = typeof code === 'string' ? code : name;
  return typeof text === 'string' && /^\w{1,60}$/.test(text) ? text : 'an unknown error';
}
