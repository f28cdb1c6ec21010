import { newBlobKey } from '#blobs';
import { ApiError, ID_PREFIXES, type FilePurpose } from '@svc/contract';
import type { ResourceCaller } from '#features/module';
import { newId } from '#kit';
import type { WorkspaceScope } from '#store';
import { discardUpload } from './discard-upload.ts';
import type { FormReceiver } from './read-form.ts';
import { checkReceived, receiveFile, type ReceiveDeps, type ReceivedFile } from './receive-file.ts';
import { requireOfficeParts } from './require-office-parts.ts';
import { requireFilename } from './require-filename.ts';
import { UploadDigest } from './upload-digest.ts';
import { UploadFields, unknownPart } from './upload-fields.ts';
import { requireDeclaredSize } from './upload-size.ts';
import { UploadReservation, type ReservationDeps } from './upload-reservation.ts';

export interface UploadDeps extends ReservationDeps, ReceiveDeps {}

export interface UploadOptions {
  readonly scope: WorkspaceScope;
  /** Size of the form, if known. */
  readonly declaredBytes: number | undefined;
  /** Whether a digest of the parts is needed to compare uploads. */
  readonly hasDigest: boolean;
  /** It is a retry that is only compared: nothing is stored, and it needs no quota. */
  readonly isRepetition: boolean;
}

/** A completely received file, and the fields of its form. */
export interface CompleteUpload {
  readonly id: string;
  readonly purpose: FilePurpose;
  readonly days: number;
  readonly file: ReceivedFile;
  readonly digest: Buffer | undefined;
}

/** One upload in progress: the parts of its form, its bytes, and their storage reservation. */
export class Upload implements FormReceiver {
  readonly id: string;
  readonly #blobKey: string;
  readonly #deps: UploadDeps;
  readonly #options: UploadOptions;
  readonly #fields: UploadFields;
  readonly #digest: UploadDigest | undefined;
  #received: ReceivedFile | undefined;
  #begun = false;
  #reservation: UploadReservation | undefined;

  constructor(deps: UploadDeps, options: UploadOptions) {
    const nowMs = deps.clock.nowMs();
    this.id = newId(ID_PREFIXES.file, nowMs);
    this.#blobKey = newBlobKey(nowMs);
    this.#deps = deps;
    this.#options = options;
    this.#fields = new UploadFields(deps.limits());
    this.#digest = options.hasDigest ? new UploadDigest() : undefined;
  }

  field(name: string, value: string): void {
    this.#requireHeld();
    this.#fields.add(name, value);
    this.#digest?.addField(name, value);
  }

  async file(name: string, sentName: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    if (name !== 'file') throw unknownPart(name);
    if (this.#begun) throw invalid('file', 'Send one file.');
    this.#begun = true;
    const filename = requireFilename(sentName);
    this.#digest?.addFilename(filename);
    const { purpose } = this.#fields;
    const { declaredBytes, scope } = this.#options;
    requireDeclaredSize(declaredBytes, purpose, this.#deps.limits());
    const [blobKey, digest, reservation] = [this.#blobKey, this.#digest, await this.#reserve(filename)];
    this.#received = await receiveFile(
      this.#deps,
      { filename, purpose, blobKey, workspaceId: scope.workspaceId, digest, reservation },
      bytes,
    );
  }

  async #reserve(filename: string): Promise<UploadReservation | undefined> {
    const { scope, declaredBytes, isRepetition } = this.#options;
    if (isRepetition) return undefined;
    const reservation = new UploadReservation(this.#deps, scope, this.id);
    await reservation.open({ filename, blobKey: this.#blobKey }, declaredBytes);
    this.#reservation = reservation;
    return reservation;
  }

  /** Throws 503 once the upload was given up elsewhere: nothing more of it counts. */
  #requireHeld(): void {
    this.#reservation?.lost?.throwIfAborted();
  }

  /** Throws 400, 413 for problems that are only known at the end of the form. */
  async complete(caller: Pick<ResourceCaller, 'zeroDataRetention'>): Promise<CompleteUpload> {
    this.#requireHeld();
    const { purpose, days } = this.#fields.end(caller);
    const file = this.#received;
    if (!file) throw invalid('file', 'Send a part file with the bytes and a filename.');
    checkReceived(file, purpose, this.#deps.limits());
    if (this.#reservation && purpose === 'document')
      await requireOfficeParts(this.#deps.blobs, this.#blobKey, file);
    return { id: this.id, purpose, days, file, digest: this.#digest?.end() };
  }

  /** The file is committed. */
  keep(): void {
    this.#deps.leases.delete(this.id);
  }

  /** The upload failed. */
  async drop(): Promise<void> {
    this.#deps.leases.delete(this.id);
    if (!this.#reservation) return;
    await discardUpload(this.#deps, this.#options.scope, { id: this.id, blobKey: this.#blobKey });
  }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
