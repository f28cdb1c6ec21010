import { BlobTooLarge, type BlobStore } from '#blobs';
import { ApiError, type FilePurpose, type LimitValues } from '@svc/contract';
import { freeBuffer } from '#kit';
import { requireAcceptedType, mustBeUtf8 } from './accepted-types.ts';
import { detectType, SAMPLE_BYTES, type DetectedType } from './detect-type.ts';
import type { UploadDigest } from './upload-digest.ts';
import type { UploadReservation } from './upload-reservation.ts';
import { fileLimitBytes, tooLargeFile } from './upload-size.ts';
import { Utf8Check } from './utf8-check.ts';

export interface ReceivedFile {
  readonly bytes: number;
  readonly type: DetectedType;
  readonly isUtf8: boolean;
}

export interface FileToReceive {
  readonly filename: string;
  readonly blobKey: string;
  readonly workspaceId: string;
  /** Undefined until it arrives: it may follow the file. */
  readonly purpose: FilePurpose | undefined;
  readonly digest: UploadDigest | undefined;
  /** Undefined for a retry, for which only the digest is needed. */
  readonly reservation: UploadReservation | undefined;
}

export interface ReceiveDeps {
  readonly blobs: BlobStore;
  readonly limits: () => LimitValues;
}

/**
 * Stores the bytes of a file as they arrive. Rejects as early as possible: 400 `unsupported_file_type` after the
 * first bytes, 413 `file_too_large`, 507 `storage_quota_exceeded`. Then nothing is stored.
 */
export async function receiveFile(
  { blobs, limits }: ReceiveDeps,
  file: FileToReceive,
  source: AsyncIterable<Buffer>,
): Promise<ReceivedFile> {
  const limitBytes = fileLimitBytes(limits(), file.purpose);
  const seen = new SeenFile(file);
  try {
    if (file.reservation)
      await blobs.put(file.blobKey, `workspace:${file.workspaceId}`, seen.watch(source), {
        limitBytes,
        ...(file.reservation.lost && { signal: file.reservation.lost }),
      });
    else
      for await (const _chunk of seen.watch(source))
        if (seen.bytes > limitBytes) throw tooLargeFile(limitBytes);
    return { bytes: seen.bytes, type: await seen.type(), isUtf8: seen.isUtf8 };
  } catch (error) {
    throw error instanceof BlobTooLarge ? tooLargeFile(limitBytes) : error;
  }
}

/** Inspects a file while its bytes are stored. */
class SeenFile {
  readonly #file: FileToReceive;
  readonly #utf8 = new Utf8Check();
  #sample = Buffer.alloc(0);
  #type: DetectedType | undefined;
  #bytes = 0;

  constructor(file: FileToReceive) {
    this.#file = file;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isUtf8(): boolean {
    return this.#utf8.valid;
  }

  /** For a short file it is known only at its end. */
  async type(): Promise<DetectedType> {
    return (this.#type ??= await detectType(this.#sample, this.#file.filename));
  }

  async *watch(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#bytes += chunk.length;
      await this.#file.reservation?.cover(this.#bytes);
      this.#file.digest?.addBytes(chunk);
      this.#utf8.add(chunk);
      if (this.#sample.length < SAMPLE_BYTES) await this.#addSample(chunk);
      yield chunk;
      // The consumer has copied it by now.
      freeBuffer(chunk);
    }
    this.#utf8.end();
  }

  /** Refuses a file by its first bytes if possible. */
  async #addSample(chunk: Buffer): Promise<void> {
    this.#sample = Buffer.concat([this.#sample, chunk.subarray(0, SAMPLE_BYTES - this.#sample.length)]);
    if (this.#sample.length < SAMPLE_BYTES) return;
    const type = await this.type();
    if (this.#file.purpose !== undefined) requireAcceptedType(this.#file.purpose, type, false);
  }
}

/** Checks that need the complete form. Throws 400 `unsupported_file_type`, 413 `file_too_large`. */
export function checkReceived(
  { bytes, type, isUtf8 }: ReceivedFile,
  purpose: FilePurpose,
  limits: LimitValues,
): void {
  const limitBytes = fileLimitBytes(limits, purpose);
  if (bytes > limitBytes) throw tooLargeFile(limitBytes);
  requireAcceptedType(purpose, type, bytes === 0);
  if (mustBeUtf8(purpose, type) && !isUtf8) {
    throw new ApiError('unsupported_file_type', {
      param: 'file',
      message: 'The text of the file is not valid UTF-8. Save it as UTF-8 and upload it again.',
    });
  }
}
