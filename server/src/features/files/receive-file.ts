import type { Readable } from 'node:stream';
import { BlobTooLarge, type BlobStore } from '#blobs';
import { ApiError, type FilePurpose, type LimitValues } from '@svc/contract';
import { requireAcceptedType, mustBeUtf8 } from './accepted-types.ts';
import { detectType, SAMPLE_BYTES, type DetectedType } from './detect-type.ts';
import type { UploadDigest } from './upload-digest.ts';
import type { UploadReservation } from './upload-reservation.ts';
import { Utf8Check } from './utf8-check.ts';

export interface ReceivedFile {
  readonly bytes: number;
  readonly type: DetectedType;
  readonly isUtf8: boolean;
}

export interface FileToReceive {
  readonly filename: string;
  readonly blobKey: string;
  /** Undefined while it is still to come: it may follow the file. */
  readonly purpose: FilePurpose | undefined;
  readonly digest: UploadDigest | undefined;
}

export interface ReceiveDeps {
  readonly blobs: BlobStore;
  readonly limits: () => LimitValues;
}

/** FILE-23. */
function fileLimitBytes(limits: LimitValues, purpose: FilePurpose | undefined): number {
  const isLarge = purpose === undefined || purpose === 'batch' || purpose === 'code_input';
  return isLarge ? limits.large_file_bytes : limits.file_bytes;
}

export function tooLargeFile(limitBytes: number): ApiError {
  return new ApiError('file_too_large', {
    param: 'file',
    extra: { max_bytes: limitBytes },
  });
}

/**
 * Stores the bytes of a file as they come. Rejects as soon as it is known that they are refused: 400 `unsupported_file_type` after the
 * first of them, 413 `file_too_large`, 507 `storage_quota_exceeded`. Then nothing is kept.
 */
export async function receiveFile(
  { blobs, limits }: ReceiveDeps,
  file: FileToReceive,
  source: Readable,
  reservation: UploadReservation,
): Promise<ReceivedFile> {
  const limitBytes = fileLimitBytes(limits(), file.purpose);
  const seen = new SeenFile(file, reservation);
  try {
    const { sizeBytes } = await blobs.put(file.blobKey, seen.watch(source), { limitBytes });
    return { bytes: sizeBytes, type: await seen.type(), isUtf8: seen.isUtf8 };
  } catch (error) {
    throw error instanceof BlobTooLarge ? tooLargeFile(limitBytes) : error;
  }
}

/** What is learnt of a file while its bytes go by. */
class SeenFile {
  readonly #file: FileToReceive;
  readonly #reservation: UploadReservation;
  readonly #utf8 = new Utf8Check();
  #sample = Buffer.alloc(0);
  #type: DetectedType | undefined;
  #bytes = 0;

  constructor(file: FileToReceive, reservation: UploadReservation) {
    this.#file = file;
    this.#reservation = reservation;
  }

  get isUtf8(): boolean {
    return this.#utf8.valid;
  }

  /** Of a short file it is known only when all of it was seen. */
  async type(): Promise<DetectedType> {
    return (this.#type ??= await detectType(this.#sample, this.#file.filename));
  }

  async *watch(source: Readable): AsyncGenerator<Buffer> {
    for await (const piece of source as AsyncIterable<Buffer>) {
      this.#bytes += piece.length;
      await this.#reservation.cover(this.#bytes);
      this.#file.digest?.addBytes(piece);
      this.#utf8.add(piece);
      if (this.#sample.length < SAMPLE_BYTES) await this.#addSample(piece);
      yield piece;
    }
    this.#utf8.end();
  }

  /** Refuses what can be refused by the beginning. */
  async #addSample(piece: Buffer): Promise<void> {
    this.#sample = Buffer.concat([this.#sample, piece.subarray(0, SAMPLE_BYTES - this.#sample.length)]);
    if (this.#sample.length < SAMPLE_BYTES) return;
    const type = await this.type();
    if (this.#file.purpose !== undefined) requireAcceptedType(this.#file.purpose, type, false);
  }
}

/** What is only known at the end of a form. Throws 400 `unsupported_file_type`, 413 `file_too_large`. */
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
