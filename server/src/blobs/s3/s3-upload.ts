import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';

/** The minimum part size of the protocol. Each upload buffers one part. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Writes one object: content that fits into one part in a single request, larger content as a sequential multipart upload. Both
 * are atomic.
 */
export class S3Upload {
  readonly #bucket: S3Bucket;
  readonly #key: string;
  readonly #part = Buffer.allocUnsafeSlow(PART_BYTES);
  #filled = 0;
  #uploadId: string | undefined;
  readonly #parts: CompletedPart[] = [];

  constructor(bucket: S3Bucket, key: string) {
    this.#bucket = bucket;
    this.#key = key;
  }

  /** Throws the content's error, or BlobStoreUnavailable; then nothing is left of it, unless the service is unreachable. */
  async write(content: AsyncIterable<readonly Buffer[]>): Promise<void> {
    try {
      for await (const buffers of content) for (const buffer of buffers) await this.#add(buffer);
      await this.#complete();
    } catch (error) {
      await this.#abort();
      throw error;
    }
  }

  async #add(buffer: Buffer): Promise<void> {
    for (let offset = 0; offset < buffer.length;) {
      if (this.#filled === PART_BYTES) await this.#sendPart();
      const copied = buffer.copy(this.#part, this.#filled, offset);
      this.#filled += copied;
      offset += copied;
    }
  }

  async #sendPart(): Promise<void> {
    const target = this.#target();
    this.#uploadId ??= (
      await this.#bucket.run((client) => client.send(new CreateMultipartUploadCommand(target)))
    ).UploadId;
    const PartNumber = this.#parts.length + 1;
    const part = new UploadPartCommand({
      ...target,
      UploadId: this.#uploadId,
      PartNumber,
      Body: this.#bytes(),
    });
    const { ETag } = await this.#bucket.run((client) => client.send(part));
    this.#parts.push({ PartNumber, ETag });
    this.#filled = 0;
  }

  async #complete(): Promise<void> {
    const target = this.#target();
    if (this.#uploadId === undefined) {
      const object = new PutObjectCommand({ ...target, Body: this.#bytes() });
      await this.#bucket.run((client) => client.send(object));
      return;
    }
    await this.#sendPart();
    const MultipartUpload = { Parts: this.#parts };
    const completion = new CompleteMultipartUploadCommand({
      ...target,
      UploadId: this.#uploadId,
      MultipartUpload,
    });
    await this.#bucket.run((client) => client.send(completion));
  }

  async #abort(): Promise<void> {
    if (this.#uploadId === undefined) return;
    const abort = new AbortMultipartUploadCommand({ ...this.#target(), UploadId: this.#uploadId });
    // If the abort fails, `removeUnfinished` finds the upload later.
    await this.#bucket.run((client) => client.send(abort)).catch(() => {});
  }

  #target(): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket.name, Key: this.#key };
  }

  #bytes(): Buffer {
    return this.#part.subarray(0, this.#filled);
  }
}
