import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { BlobMissing, BlobStoreUnavailable } from '../blob-errors.ts';
import type { StoredObject } from '../object-storage.ts';
import { errorName, type S3Bucket } from './s3-bucket.ts';

/** Read when an object is opened, which also returns its size. Readers need the header of a blob first. */
const HEAD_BYTES = 1024;

interface Range {
  readonly body: Readable;
  /** Size of the complete object. */
  readonly sizeBytes: number;
}

/** Throws BlobMissing or BlobStoreUnavailable. */
export async function openS3Object(bucket: S3Bucket, key: string): Promise<S3Object> {
  try {
    const { body, sizeBytes } = await requestRange(bucket, key, 0, HEAD_BYTES);
    return new S3Object({ bucket, key, sizeBytes, head: await buffer(body) });
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    if (errorName(cause) === 'NoSuchKey') throw new BlobMissing(key);
    // An empty object has no valid range.
    if (errorName(cause) === 'InvalidRange')
      return new S3Object({ bucket, key, sizeBytes: 0, head: Buffer.alloc(0) });
    throw error instanceof BlobStoreUnavailable ? error : bucket.unavailable(error);
  }
}

interface S3ObjectParts {
  readonly bucket: S3Bucket;
  readonly key: string;
  readonly sizeBytes: number;
  /** The first `HEAD_BYTES`. */
  readonly head: Buffer;
}

class S3Object implements StoredObject {
  readonly sizeBytes: number;
  readonly #parts: S3ObjectParts;
  readonly #closing = new AbortController();

  constructor(parts: S3ObjectParts) {
    this.#parts = parts;
    this.sizeBytes = parts.sizeBytes;
  }

  /** Resumes where it stopped if the connection fails, or times out because the reader is slow. */
  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    const { head, bucket, key } = this.#parts;
    if (end <= head.length) {
      yield head.subarray(start, end);
      return;
    }
    for (let offset = start; offset < end;) {
      const before = offset;
      const { body } = await requestRange(bucket, key, offset, end, this.#closing.signal);
      const stop = (): unknown => body.destroy();
      this.#closing.signal.addEventListener('abort', stop);
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          offset += chunk.length;
          yield chunk;
        }
      } catch (error) {
        if (offset === before) throw bucket.unavailable(error);
      } finally {
        this.#closing.signal.removeEventListener('abort', stop);
      }
      if (offset === before) return;
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }
}

async function requestRange(
  bucket: S3Bucket,
  key: string,
  start: number,
  end: number,
  abortSignal?: AbortSignal,
): Promise<Range> {
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: key, Range: `bytes=${start}-${end - 1}` });
  const output = await bucket.run((client) => client.send(command, abortSignal ? { abortSignal } : {}));
  const sizeBytes = Number(/\/(\d+)$/.exec(output.ContentRange ?? '')?.[1]);
  if (!(output.Body instanceof Readable) || !Number.isSafeInteger(sizeBytes))
    throw new BlobStoreUnavailable(`The bucket ${bucket.name} cannot be used: it does not answer ranges.`);
  return { body: output.Body, sizeBytes };
}
